import { fail, ok, type Result } from '#shared/core/result.js';
import { closeCodes } from '#shared/protocol/close-codes.js';
import { agentIdSchema } from '#shared/protocol/envelope.js';
import { isOriginAllowed } from '../limits/origins.js';
import { SocketCounts } from '../limits/socket-counts.js';
import type { Connection, ConnectionEvents, Endpoint, UpgradeRefusal } from '../transport/transport.js';
import type { AgentServices } from './agent-services.js';
import { AgentSocket } from './agent-socket.js';

const prefix = '/ws/agent/';

/** The agents' sockets, at `/ws/agent/{agent_id}`. */
export function agentEndpoint(hub: AgentHub, maxMessageBytes: number): Endpoint {
  return {
    prefix,
    maxMessageBytes,
    admit({ url, ...from }) {
      const agentId = readAgentId(url);
      if (!agentId.ok) return agentId;
      const visitor = { ...from, agentId: agentId.value };
      const refusal = hub.refusal(visitor);
      return refusal === undefined ? ok((connection) => hub.accept(connection, visitor)) : fail(refusal);
    },
  };
}

/** The agent id in the path of an upgrade request; 400 when it cannot be one. */
function readAgentId(url: string): Result<string, UpgradeRefusal> {
  const [path = ''] = url.split('?', 1);
  const id = agentIdSchema.safeParse(decoded(path.slice(prefix.length)));
  if (id.success) return ok(id.data);
  return fail({ status: 400, message: `Bad agent id: ${id.error.issues[0]?.message ?? 'not an id'}` });
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The close codes with a metric of their own: those of the gateway, and the usual ones of clients. */
const knownCloseCodes: ReadonlySet<number> = new Set([
  ...Object.values(closeCodes),
  ...[1000, 1001, 1005, 1006, 1011, 1013],
]);

interface AgentUpgrade {
  readonly agentId: string;
  readonly remoteAddress: string;
  readonly origin: string | undefined;
}

/** All open agent sockets of this gateway. */
export class AgentHub {
  readonly #services: AgentServices;
  readonly #sockets = new Set<AgentSocket>();
  readonly #counts: SocketCounts;
  #emptied: (() => void)[] = [];

  constructor(services: AgentServices) {
    this.#services = services;
    this.#counts = new SocketCounts(services.settings.socketCaps);
  }

  /** Undefined lets the visitor in. */
  refusal({ remoteAddress, origin }: AgentUpgrade): UpgradeRefusal | undefined {
    const { metrics, settings, isDraining } = this.#services;
    if (isDraining()) return { status: 503, message: 'The gateway is restarting' };
    if (!isOriginAllowed(origin, settings.allowedOrigins())) {
      metrics.limitsHit.inc({ limit: 'origin' });
      return { status: 403, message: 'Pages of this origin may not connect: see ALLOWED_ORIGINS' };
    }
    const exceeded = this.#counts.exceeded(remoteAddress);
    if (exceeded === undefined) return undefined;
    metrics.limitsHit.inc({ limit: exceeded === 'total' ? 'sockets' : 'sockets_of_address' });
    return exceeded === 'total'
      ? { status: 503, message: 'E112: the gateway is at its capacity' }
      : { status: 429, message: 'E111: too many connections from this address' };
  }

  accept(connection: Connection, visitor: AgentUpgrade): ConnectionEvents {
    const socket = new AgentSocket(visitor.agentId, connection, this.#services);
    this.#sockets.add(socket);
    this.#counts.opened(visitor.remoteAddress);
    this.#services.metrics.sockets.set(this.#sockets.size);
    return {
      onText: (bytes) => socket.onText(bytes),
      onBinary: () => socket.onBinary(),
      onAlive: () => socket.onAlive(),
      onDrain: () => socket.onDrain(),
      onTooBig: () => socket.onTooBig(),
      onClose: (code) => {
        socket.onClose(code);
        this.#forget(socket, visitor, socket.closeCode ?? code);
      },
    };
  }

  /** To be called when tokens have changed. */
  closeRevoked(): void {
    for (const socket of [...this.#sockets]) socket.closeIfRevoked();
  }

  /** Asks every client to go; resolves when all have gone (the transport cuts those that do not answer). */
  async closeAll(code: number, reason: string): Promise<void> {
    const emptied = this.#whenEmpty();
    for (const socket of [...this.#sockets]) socket.close(code, reason);
    await emptied;
  }

  #whenEmpty(): Promise<void> {
    if (this.#sockets.size === 0) return Promise.resolve();
    return new Promise((resolve) => this.#emptied.push(resolve));
  }

  #forget(socket: AgentSocket, { remoteAddress }: AgentUpgrade, code: number): void {
    this.#sockets.delete(socket);
    this.#counts.closed(remoteAddress);
    const { metrics } = this.#services;
    metrics.sockets.set(this.#sockets.size);
    // Clients choose the code: only the known ones get a series of their own.
    metrics.socketCloses.inc({ code: knownCloseCodes.has(code) ? String(code) : 'other' });
    if (this.#sockets.size === 0) for (const resolve of this.#emptied.splice(0)) resolve();
  }
}
