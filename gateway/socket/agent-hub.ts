import { closeCodes } from '#shared/close-codes.js';
import type {
  AgentConnection,
  ConnectionEvents,
  Refusal,
  TransportHost,
  Visitor,
} from '../transport/transport.js';
import type { AgentServices } from './agent-services.js';
import { AgentSocket } from './agent-socket.js';

const knownCloseCodes: ReadonlySet<number> = new Set([...Object.values(closeCodes), 1005, 1006]);

/** All open agent sockets of this gateway. */
export class AgentHub implements TransportHost {
  readonly #services: AgentServices;
  readonly #sockets = new Set<AgentSocket>();
  #emptied: (() => void)[] = [];

  constructor(services: AgentServices) {
    this.#services = services;
  }

  refuse(_visitor: Visitor): Refusal | undefined {
    if (this.#services.isDraining()) return { status: 503, message: 'The gateway is restarting' };
    return undefined;
  }

  accept(connection: AgentConnection, visitor: Visitor): ConnectionEvents {
    const socket = new AgentSocket(visitor.agentId, connection, this.#services);
    this.#sockets.add(socket);
    this.#services.metrics.sockets.set(this.#sockets.size);
    return {
      onText: (bytes) => socket.onText(bytes),
      onBinary: () => socket.onBinary(),
      onAlive: () => socket.onAlive(),
      onTooBig: () => socket.onTooBig(),
      onClose: (code) => {
        socket.onClose(code);
        this.#forget(socket, code);
      },
    };
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

  #forget(socket: AgentSocket, code: number): void {
    this.#sockets.delete(socket);
    const { metrics } = this.#services;
    metrics.sockets.set(this.#sockets.size);
    // Clients choose the code: only the known ones get a series of their own.
    metrics.socketCloses.inc({ code: knownCloseCodes.has(code) ? String(code) : 'other' });
    if (this.#sockets.size === 0) for (const resolve of this.#emptied.splice(0)) resolve();
  }
}
