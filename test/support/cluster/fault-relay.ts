import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';

/** Where a new connection may go: ports, tried in this order until one takes it. */
export type Targets = () => readonly number[];

/** What a network does to what passes. */
interface Conditions {
  readonly isHolding: boolean;
  readonly delayMs: number;
}

/**
 * A network that can fail: stands between clients and the ports of servers. It passes bytes on, and can cut all connections, hold
 * them back, delay them, or say what a client says a second time over a connection of its own, as one that is repeated would.
 */
export class FaultRelay implements AsyncDisposable {
  readonly #server: Server;
  readonly #targets: Targets;
  readonly #open = new Set<Socket>();
  readonly #directions = new Set<Direction>();
  #conditions: Conditions = { isHolding: false, delayMs: 0 };
  #isDoubling = false;

  private constructor(server: Server, targets: Targets) {
    this.#server = server;
    this.#targets = targets;
    server.on('connection', (client) => void this.#join(client));
  }

  static async to(targets: Targets): Promise<FaultRelay> {
    const server = createServer({ pauseOnConnect: true, noDelay: true });
    const relay = new FaultRelay(server, targets);
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

  /** From now on nothing passes, and nobody is told. */
  hold(): void {
    this.#conditions = { ...this.#conditions, isHolding: true };
  }

  /** What was held passes, in its order. */
  release(): void {
    this.#conditions = { ...this.#conditions, isHolding: false };
    for (const direction of this.#directions) direction.pass();
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

  async [Symbol.asyncDispose](): Promise<void> {
    this.release();
    this.cut();
    this.#server.close();
    await once(this.#server, 'close');
  }

  async #join(client: Socket): Promise<void> {
    this.#track(client);
    const isDoubled = this.#isDoubling;
    const server = await this.#dial();
    const twin = isDoubled ? await this.#dial() : undefined;
    if (server === undefined || client.destroyed) {
      for (const socket of [client, server, twin]) socket?.destroy();
      return;
    }
    twin?.resume();
    const [up, down] = [this.#direction(), this.#direction()];
    const peers = twin === undefined ? [server] : [server, twin];
    client.on('data', (bytes) => {
      for (const peer of peers) up.add(() => peer.write(bytes));
    });
    server.on('data', (bytes) => down.add(() => client.write(bytes)));
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

/** One direction of a connection: what is put in passes in its order, however the conditions change. */
class Direction {
  readonly #conditions: () => Conditions;
  readonly #queue: { readonly due: number; readonly pass: () => void }[] = [];
  #timer: NodeJS.Timeout | undefined;
  #onEmpty: () => void = () => {};
  #isStranded = false;

  constructor(conditions: () => Conditions) {
    this.#conditions = conditions;
  }

  add(pass: () => void): void {
    const last = this.#queue.at(-1)?.due ?? 0;
    this.#queue.push({ due: Math.max(last, performance.now() + this.#conditions().delayMs), pass });
    this.pass();
  }

  /** From now on nothing passes. */
  strand(): void {
    this.#isStranded = true;
  }

  /** Passes on what is due. */
  pass(): void {
    clearTimeout(this.#timer);
    if (this.#conditions().isHolding || this.#isStranded) return;
    for (let next = this.#queue[0]; next !== undefined; next = this.#queue[0]) {
      const wait = next.due - performance.now();
      if (wait > 0) {
        this.#timer = setTimeout(() => this.pass(), wait);
        return;
      }
      this.#queue.shift();
      next.pass();
    }
    this.#onEmpty();
  }

  /** Calls back once everything has passed, which may be now. */
  onEmpty(callback: () => void): void {
    this.#onEmpty = callback;
    if (this.#queue.length === 0) callback();
  }
}
