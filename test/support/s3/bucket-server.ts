import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { type FauxqsServer, startFauxqs } from 'fauxqs';
import { S3Objects } from '../../../features/bucket/s3-objects.js';

const BUCKET = 'games';
/** What the SDK finds in the environment; without its notice on the support of Node 20. */
const environment = {
  AWS_ACCESS_KEY_ID: 'test',
  AWS_SECRET_ACCESS_KEY: 'secret-of-the-test',
  AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true',
} as const;

/** An S3 server with one bucket, behind a port that can be cut off. What is stored stays while it is. */
export class BucketServer implements AsyncDisposable {
  readonly #server: FauxqsServer;
  readonly #open = new Set<Socket>();
  #relay: Server;
  #port = 0;

  private constructor(server: FauxqsServer) {
    this.#server = server;
    this.#relay = this.#createRelay();
  }

  static async start(): Promise<BucketServer> {
    const server = await startFauxqs({ port: 0, logger: false });
    server.createBucket(BUCKET);
    const bucket = new BucketServer(server);
    await bucket.mend();
    return bucket;
  }

  /** Where the objects are, at the port that is cut. */
  get url(): string {
    return `s3://${BUCKET}/test?endpoint=http://127.0.0.1:${this.#port}`;
  }

  /** What a proxy needs to find it. */
  get settings(): Readonly<Record<string, string>> {
    return { ...environment, STORAGE_URL: this.url };
  }

  /** The objects, as a client of the port that is cut has them. */
  objects(): S3Objects {
    Object.assign(process.env, environment);
    const endpoint = `http://127.0.0.1:${this.#port}`;
    return new S3Objects({ bucket: BUCKET, prefix: 'test/', endpoint, region: undefined, isPathStyle: true });
  }

  /** Refuses connections from now on; those that are open are lost. */
  async cut(): Promise<void> {
    const closed = once(this.#relay, 'close');
    this.#relay.close();
    for (const socket of this.#open) socket.destroy();
    await closed;
  }

  /** Accepts connections, on the same port as before. */
  async mend(): Promise<void> {
    this.#relay = this.#createRelay();
    this.#relay.listen(this.#port, '127.0.0.1');
    await once(this.#relay, 'listening');
    const address = this.#relay.address();
    this.#port = typeof address === 'object' && address !== null ? address.port : 0;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#relay.listening) await this.cut();
    await this.#server.stop();
  }

  #createRelay(): Server {
    return createServer((client) => {
      const server = connect(this.#server.port, '127.0.0.1');
      for (const [from, to] of [
        [client, server],
        [server, client],
      ] as const) {
        this.#open.add(from);
        from.on('error', () => undefined);
        from.on('data', (bytes) => to.write(bytes));
        from.on('close', () => {
          this.#open.delete(from);
          to.destroy();
        });
      }
    });
  }
}
