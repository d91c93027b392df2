import { fail, ok, type Result } from '#shared/core/result.js';
import { closeCodes } from '#shared/protocol/close-codes.js';
import { agentIdSchema } from '#shared/protocol/envelope.js';
import { SocketRegistry, type SocketSource } from '../limits/socket-registry.js';
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
interface AgentUpgrade extends SocketSource {
  readonly agentId: string;
}

/** All open agent sockets of this gateway. */
export class AgentHub {
  readonly #services: AgentServices;
  readonly #registry: SocketRegistry<AgentSocket>;

  /** `isDraining`: new sockets are refused. */
  constructor(services: AgentServices, isDraining: () => boolean) {
    const { metrics, settings } = services;
    this.#services = services;
    this.#registry = new SocketRegistry({
      caps: settings.socketCaps,
      overTotal: {
        limit: 'sockets',
        refusal: { status: 503, message: 'E112: the gateway is at its capacity' },
      },
      overAddress: {
        limit: 'sockets_of_address',
        refusal: { status: 429, message: 'E111: too many connections from this address' },
      },
      allowedOrigins: () => settings.allowedOrigins(),
      isDraining,
      onCount: (open) => metrics.sockets.set(open),
      onLimit: (limit) => metrics.limitsHit.inc({ limit }),
    });
  }

  /** Why an upgrade request is refused; undefined admits it. 503: restarting or full; 403: origin; 429: too many from this address. */
  refusal(upgrade: AgentUpgrade): UpgradeRefusal | undefined {
    return this.#registry.refusal(upgrade);
  }

  /** Serves an open socket; returns the handlers of its events. */
  accept(connection: Connection, { agentId, remoteAddress }: AgentUpgrade): ConnectionEvents {
    const socket: AgentSocket = new AgentSocket(agentId, connection, this.#services, (code) => {
      this.#registry.remove(socket, remoteAddress);
      this.#countClose(code);
    });
    this.#registry.add(socket, remoteAddress);
    return socket;
  }

  /** Closes the sockets whose tokens are no longer in force. */
  closeRevoked(): void {
    this.#registry.closeRevoked();
  }

  /** Closes all sockets; resolves when all are closed. */
  closeAll(code: number, reason: string): Promise<void> {
    return this.#registry.closeAll(code, reason);
  }

  /** Counts a closed socket. Clients choose the code, so only known codes have a series of their own. */
  #countClose(code: number): void {
    this.#services.metrics.socketCloses.inc({ code: COUNTED_CLOSE_CODES.has(code) ? String(code) : 'other' });
  }
}
