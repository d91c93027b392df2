import { closeCodes } from '#shared/protocol/close-codes.js';
import { isOriginAllowed } from '../limits/origins.js';
import { SocketCounts } from '../limits/socket-counts.js';
import type { Connection, ConnectionEvents, UpgradeRefusal } from '../transport/transport.js';
import type { AgentServices } from './agent-services.js';
import { AgentSocket } from './agent-socket.js';

const knownCloseCodes: ReadonlySet<number> = new Set([...Object.values(closeCodes), 1005, 1006]);

interface AgentVisitor {
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
  refuse({ remoteAddress, origin }: AgentVisitor): UpgradeRefusal | undefined {
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

  accept(connection: Connection, visitor: AgentVisitor): ConnectionEvents {
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
  checkTokens(): void {
    for (const socket of [...this.#sockets]) socket.checkToken();
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

  #forget(socket: AgentSocket, { remoteAddress }: AgentVisitor, code: number): void {
    this.#sockets.delete(socket);
    this.#counts.closed(remoteAddress);
    const { metrics } = this.#services;
    metrics.sockets.set(this.#sockets.size);
    // Clients choose the code: only the known ones get a series of their own.
    metrics.socketCloses.inc({ code: knownCloseCodes.has(code) ? String(code) : 'other' });
    if (this.#sockets.size === 0) for (const resolve of this.#emptied.splice(0)) resolve();
  }
}
