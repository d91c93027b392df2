import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';

/** Stands between clients and a port. While it is silent nothing passes and nobody is told, as when a network is cut. */
export class SilentRelay implements AsyncDisposable {
  readonly #server: Server;
  readonly #open = new Set<Socket>();
  #isSilent = false;

  private constructor(server: Server) {
    this.#server = server;
  }

  static async to(port: number): Promise<SilentRelay> {
    const server = createServer();
    const relay = new SilentRelay(server);
    server.on('connection', (client) => relay.#join(client, connect(port, '127.0.0.1')));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return relay;
  }

  get port(): number {
    const address = this.#server.address();
    return typeof address === 'object' && address !== null ? address.port : 0;
  }

  silence(): void {
    this.#isSilent = true;
  }

  /** Lets new connections through. What was open stays cut: a real network forgets it too. */
  mend(): void {
    this.#isSilent = false;
    for (const socket of this.#open) socket.destroy();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.mend();
    this.#server.close();
    await once(this.#server, 'close');
  }

  #join(client: Socket, server: Socket): void {
    for (const [from, to] of [
      [client, server],
      [server, client],
    ] as const) {
      this.#open.add(from);
      from.on('error', () => undefined);
      from.on('data', (bytes) => {
        if (!this.#isSilent) to.write(bytes);
      });
      from.on('close', () => {
        this.#open.delete(from);
        if (!this.#isSilent) to.destroy();
      });
    }
  }
}
