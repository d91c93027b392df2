import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';

/**
 * Stands between clients and a port like a network that can be cut: while it is frozen nothing passes, connections stay
 * open on both sides and new ones get no answer. What was under way passes when it thaws, as TCP sends it again.
 */
export class FreezingRelay implements AsyncDisposable {
  readonly #server: Server;
  readonly #port: number;
  readonly #sockets = new Set<Socket>();
  #isFrozen = false;
  #waiting: Socket[] = [];

  private constructor(server: Server, port: number) {
    this.#server = server;
    this.#port = port;
    server.on('connection', (client) => {
      this.#track(client);
      if (this.#isFrozen) this.#waiting.push(client.pause());
      else this.#join(client);
    });
  }

  static async to(port: number): Promise<FreezingRelay> {
    const server = createServer({ pauseOnConnect: true });
    const relay = new FreezingRelay(server, port);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return relay;
  }

  get port(): number {
    const address = this.#server.address();
    return typeof address === 'object' && address !== null ? address.port : 0;
  }

  freeze(): void {
    this.#isFrozen = true;
    for (const socket of this.#sockets) socket.pause();
  }

  thaw(): void {
    this.#isFrozen = false;
    for (const socket of this.#sockets) socket.resume();
    for (const client of this.#waiting.splice(0)) if (!client.destroyed) this.#join(client);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
    await once(this.#server, 'close');
  }

  #join(client: Socket): void {
    const peer = connect(this.#port, '127.0.0.1');
    this.#track(peer);
    this.#pass(client, peer);
    this.#pass(peer, client);
    client.resume();
  }

  /** What comes from one side goes to the other, and so does its end. */
  #pass(from: Socket, to: Socket): void {
    from.on('data', (bytes) => to.write(bytes));
    from.on('close', () => to.destroy());
  }

  #track(socket: Socket): void {
    this.#sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => this.#sockets.delete(socket));
  }
}
