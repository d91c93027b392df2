import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';

/**
 * Stands between the clients of a game server and its port. From `hold` on, what the server sends to the client whose first
 * bytes hold `name` waits until that client sends something.
 */
export class HoldingRelay implements AsyncDisposable {
  readonly #server: Server;
  readonly #name: string;
  readonly #open = new Set<Socket>();
  #held: Buffer[] | undefined;

  private constructor(server: Server, name: string) {
    this.#server = server;
    this.#name = name;
  }

  static async to(port: number, name: string): Promise<HoldingRelay> {
    const server = createServer();
    const relay = new HoldingRelay(server, name);
    server.on('connection', (client) => relay.#join(client, connect(port, '127.0.0.1')));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return relay;
  }

  get port(): number {
    const address = this.#server.address();
    return typeof address === 'object' && address !== null ? address.port : 0;
  }

  hold(): void {
    this.#held ??= [];
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const socket of this.#open) socket.destroy();
    this.#server.close();
    await once(this.#server, 'close');
  }

  #join(client: Socket, server: Socket): void {
    let isNamed: boolean | undefined;
    client.on('data', (bytes) => {
      isNamed ??= bytes.includes(this.#name);
      server.write(bytes);
      if (!isNamed || this.#held === undefined) return;
      for (const held of this.#held.splice(0)) client.write(held);
      this.#held = undefined;
    });
    server.on('data', (bytes) => {
      if (isNamed === true && this.#held !== undefined) this.#held.push(bytes);
      else client.write(bytes);
    });
    for (const socket of [client, server]) {
      this.#open.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        this.#open.delete(socket);
        client.destroy();
        server.destroy();
      });
    }
  }
}
