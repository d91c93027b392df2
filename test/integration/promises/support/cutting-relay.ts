import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';

/** Stands between clients and a port, and cuts each connection after a number of bytes towards the client. */
export class CuttingRelay implements AsyncDisposable {
  readonly #server: Server;
  readonly #open = new Set<Socket>();
  /** Bytes until the next connection is cut; Infinity lets it live. */
  bytesUntilCut: () => number = () => Number.POSITIVE_INFINITY;
  cuts = 0;
  /** While false, who connects is cut at once. */
  isOpen = true;

  private constructor(server: Server) {
    this.#server = server;
  }

  static async to(port: number): Promise<CuttingRelay> {
    const server = createServer();
    const relay = new CuttingRelay(server);
    server.on('connection', (client) => {
      if (relay.isOpen) relay.#join(client, connect(port, '127.0.0.1'));
      else client.destroy();
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return relay;
  }

  get port(): number {
    const address = this.#server.address();
    return typeof address === 'object' && address !== null ? address.port : 0;
  }

  /** Cuts every connection there is. */
  cutAll(): void {
    for (const socket of this.#open) socket.destroy();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.cutAll();
    this.#server.close();
    await once(this.#server, 'close');
  }

  #join(client: Socket, gateway: Socket): void {
    let left = this.bytesUntilCut();
    const cut = () => {
      client.destroy();
      gateway.destroy();
    };
    for (const socket of [client, gateway]) {
      this.#open.add(socket);
      socket.on('error', cut);
      socket.on('close', () => {
        this.#open.delete(socket);
        cut();
      });
    }
    client.pipe(gateway);
    gateway.on('data', (bytes) => {
      if (bytes.length <= left) {
        left -= bytes.length;
        client.write(bytes);
        return;
      }
      this.cuts++;
      client.end(bytes.subarray(0, left), cut);
      gateway.destroy();
      left = 0;
    });
  }
}
