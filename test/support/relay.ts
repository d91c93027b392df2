import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { type Conditions, Direction } from './relay-direction.js';

/** Where a new connection may go: ports, tried in this order until one takes it. */
export type Targets = () => readonly number[];

/**
 * A network that can fail: stands between clients and the ports of servers. It passes bytes on, and can cut connections, hold
 * bytes back, delay them, or say what a client says a second time over a connection of its own, as one that is repeated would.
 */
export class Relay implements AsyncDisposable {
  readonly #server: Server;
  readonly #targets: Targets;
  readonly #open = new Set<Socket>();
  readonly #directions = new Set<Direction>();
  #conditions: Conditions = { isHolding: false, delayMs: 0 };
  #waiting: (() => void)[] = [];
  #isDoubling = false;
  #unanswered: string | undefined;
  /** While false, who connects is cut at once. */
  isOpen = true;
  /** Bytes towards the client until the next connection is cut; Infinity lets it live. */
  bytesUntilCut: () => number = () => Number.POSITIVE_INFINITY;
  /** How many connections were cut after their bytes. */
  cuts = 0;

  private constructor(server: Server, targets: Targets) {
    this.#server = server;
    this.#targets = targets;
    server.on('connection', (client) => {
      if (this.isOpen) void this.#join(client);
      else client.destroy();
    });
  }

  /** Listens on a port of its own. */
  static async to(target: number | Targets): Promise<Relay> {
    const server = createServer({ pauseOnConnect: true, noDelay: true });
    const relay = new Relay(server, typeof target === 'number' ? () => [target] : target);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return relay;
  }

  get port(): number {
    const address = this.#server.address();
    return typeof address === 'object' && address !== null ? address.port : 0;
  }

  /** Ends every connection. */
  cut(): void {
    for (const socket of this.#open) socket.destroy();
  }

  /** From now on nothing passes, and nobody is told; who connects gets no answer. */
  hold(): void {
    this.#conditions = { ...this.#conditions, isHolding: true };
  }

  /** What was held passes, in its order, as TCP sends it again. */
  release(): void {
    this.#conditions = { ...this.#conditions, isHolding: false };
    for (const direction of this.#directions) direction.pass();
    for (const go of this.#waiting.splice(0)) go();
  }

  /** Lets new connections through. What was open while it held stays cut: a network that was away for long forgets it too. */
  mend(): void {
    this.cut();
    this.release();
  }

  /** On the connections of now nothing passes any more, and nobody is told; new ones work. */
  strand(): void {
    for (const direction of this.#directions) direction.strand();
  }

  /** Everything takes that much longer, in both directions; 0 for nothing. */
  delay(delayMs: number): void {
    this.#conditions = { ...this.#conditions, delayMs };
  }

  /** Whether the clients of connections that open from now on are heard twice, each time on a connection of its own. */
  double(isDoubling: boolean): void {
    this.#isDoubling = isDoubling;
  }

  /** What is said from now on to the client whose first bytes hold `name` waits until that client says something. */
  holdAnswersTo(name: string): void {
    this.#unanswered = name;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.mend();
    this.#server.close();
    await once(this.#server, 'close');
  }

  async #join(client: Socket): Promise<void> {
    this.#track(client);
    const isDoubled = this.#isDoubling;
    if (this.#conditions.isHolding) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    const server = client.destroyed ? undefined : await this.#dial();
    const twin = isDoubled ? await this.#dial() : undefined;
    if (server === undefined || client.destroyed) {
      for (const socket of [client, server, twin]) socket?.destroy();
      return;
    }
    twin?.resume();
    this.#connect(client, server, twin === undefined ? [server] : [server, twin]);
  }

  #connect(client: Socket, server: Socket, peers: readonly Socket[]): void {
    const [up, down] = [this.#direction(), this.#direction()];
    let left = this.bytesUntilCut();
    let first: Buffer | undefined;
    const isUnanswered = () => this.#unanswered !== undefined && first?.includes(this.#unanswered) === true;
    client.on('data', (bytes) => {
      // Also where nothing is held yet: what answers this must come through.
      if (isUnanswered()) this.#unanswered = undefined;
      first ??= bytes;
      for (const peer of peers) up.add(() => peer.write(bytes));
      down.isHeld = false;
      down.pass();
    });
    server.on('data', (bytes) => {
      if (isUnanswered()) down.isHeld = true;
      down.add(() => {
        if (bytes.length > left) this.#cutWithin(client, server, bytes.subarray(0, left));
        else client.write(bytes);
        left = Math.max(0, left - bytes.length);
      });
    });
    // A network that is held does not tell of an end either.
    client.on('close', () => {
      for (const peer of peers) up.add(() => peer.destroy());
    });
    server.on('close', () => {
      down.add(() => client.destroy());
      for (const direction of [up, down]) direction.onEmpty(() => this.#directions.delete(direction));
    });
    client.resume();
  }

  /** Ends a connection within what the server says. */
  #cutWithin(client: Socket, server: Socket, bytes: Buffer): void {
    if (client.writableEnded) return;
    this.cuts += 1;
    client.end(bytes, () => client.destroy());
    server.destroy();
  }

  /** A connection to the first of the targets that takes it. */
  async #dial(): Promise<Socket | undefined> {
    for (const port of this.#targets()) {
      const socket = connect({ port, host: '127.0.0.1', noDelay: true });
      this.#track(socket);
      const isOpen = await new Promise<boolean>((resolve) => {
        socket.once('connect', () => resolve(true));
        socket.once('close', () => resolve(false));
      });
      if (isOpen) return socket;
    }
    return undefined;
  }

  #direction(): Direction {
    const direction = new Direction(() => this.#conditions);
    this.#directions.add(direction);
    return direction;
  }

  #track(socket: Socket): void {
    this.#open.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => this.#open.delete(socket));
  }
}
