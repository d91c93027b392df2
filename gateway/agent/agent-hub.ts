import { fail, ok, type Result } from '#shared/core/result.js';
import { closeCodes } from '#shared/protocol/close-codes.js';
import { agentIdSchema } from '#shared/protocol/envelope.js';
import { isOriginAllowed } from '../limits/origins.js';
import { SocketCounts } from '../limits/socket-counts.js';
import type { Connection, ConnectionEvents, Endpoint, UpgradeRefusal } from '../transport/transport.js';
import type { AgentServices } from './agent-services.js';
import { AgentSocket } from './agent-socket.js';

const PATH_PREFIX = '/ws/agent/';

/** The WebSocket service for agents, at `/ws/agent/{agent_id}`. */
export function agentEndpoint(hub: AgentHub, maxMessageBytes: number): Endpoint {
  return {
    prefix: PATH_PREFIX,
    maxMessageBytes,
    admit({ url, ...from }) {
      const agentId = readAgentId(url);
      if (!agentId.ok) return agentId;
      const upgrade = { ...from, agentId: agentId.value };
      const refusal = hub.refusal(upgrade);
      return refusal === undefined ? ok((connection) => hub.accept(connection, upgrade)) : fail(refusal);
    },
  };
}

/** The agent id in the path of an upgrade request; 400 when it cannot be one. */
function readAgentId(url: string): Result<string, UpgradeRefusal> {
  const [path = ''] = url.split('?', 1);
  const id = agentIdSchema.safeParse(decoded(path.slice(PATH_PREFIX.length)));
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
const COUNTED_CLOSE_CODES: ReadonlySet<number> = new Set([
  ...Object.values(closeCodes),
  ...[1000, 1001, 1005, 1006, 1011, 1013],
]);

/** An upgrade request of an agent. */
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

  /** Why an upgrade request is refused; undefined admits it. 503: restarting or full; 403: origin; 429: too many from this address. */
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

  /** Serves an open socket; returns the handlers of its events. */
  accept(connection: Connection, upgrade: AgentUpgrade): ConnectionEvents {
    const socket = new AgentSocket(upgrade.agentId, connection, this.#services);
    this.#sockets.add(socket);
    this.#counts.opened(upgrade.remoteAddress);
    this.#services.metrics.sockets.set(this.#sockets.size);
    return {
      onText: (bytes) => socket.onText(bytes),
      onBinary: () => socket.onBinary(),
      onAlive: () => socket.onAlive(),
      onDrain: () => socket.onDrain(),
      onTooBig: () => socket.onTooBig(),
      onClose: (code) => {
        socket.onClose(code);
        this.#forget(socket, upgrade, socket.closeCode ?? code);
      },
    };
  }

  /** Closes the sockets whose tokens have been revoked. */
  closeRevoked(): void {
    for (const socket of [...this.#sockets]) socket.closeIfRevoked();
  }

  /** Closes every socket; resolves when all are closed. The transport cuts those whose peer does not answer. */
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
    // Clients choose the code: only known codes get a time series of their own.
    metrics.socketCloses.inc({ code: COUNTED_CLOSE_CODES.has(code) ? String(code) : 'other' });
    if (this.#sockets.size === 0) for (const resolve of this.#emptied.splice(0)) resolve();
  }
}
