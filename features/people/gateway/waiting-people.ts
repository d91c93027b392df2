import { SocketCounts } from '../../../gateway/limits/socket-registry.js';

/** How many connections may wait, in each stage of the join. */
export interface WaitingBounds {
  /** Those that have not asked to join. */
  readonly silent: number;
  /** Those that were asked for a token. */
  readonly asked: number;
  /** Of one address, in both stages together. */
  readonly perAddress: number;
}

/** The bounds of a gateway in use: a person who is pushed out by a flood may try again. */
export const WAITING_BOUNDS: WaitingBounds = { silent: 500, asked: 500, perAddress: 50 };

/** A connection that waits. */
interface WaitingConnection {
  readonly address: string;
}

/**
 * The connections that have not shown a good token. Whoever opens thousands of them does not keep others out: the one that has
 * waited longest makes room for a new one.
 */
export class WaitingPeople<T extends WaitingConnection> {
  readonly #bounds: WaitingBounds;
  readonly #counts: SocketCounts;
  /** In the order in which they came. */
  readonly #silent = new Set<T>();
  readonly #asked = new Set<T>();

  constructor(bounds: WaitingBounds) {
    this.#bounds = bounds;
    this.#counts = new SocketCounts(() => ({
      total: Number.POSITIVE_INFINITY,
      perAddress: bounds.perAddress,
    }));
  }

  get size(): number {
    return this.#silent.size + this.#asked.size;
  }

  /** Whether one more connection from this address may wait. */
  hasRoomFor(address: string): boolean {
    return this.#counts.exceeded(address) === undefined;
  }

  /** A new connection; returns the one that makes room for it. */
  add(connection: T): T | undefined {
    this.#counts.opened(connection.address);
    return this.#put(this.#silent, connection, this.#bounds.silent);
  }

  /** Its person is asked for a token, for the first time or again; returns the one that makes room for it. */
  asked(connection: T): T | undefined {
    if (!this.#silent.delete(connection) && !this.#asked.delete(connection)) return undefined;
    return this.#put(this.#asked, connection, this.#bounds.asked);
  }

  /** It waits no more; without effect when it does not wait. */
  remove(connection: T): void {
    if (this.#silent.delete(connection) || this.#asked.delete(connection))
      this.#counts.closed(connection.address);
  }

  #put(stage: Set<T>, connection: T, bound: number): T | undefined {
    stage.add(connection);
    const [oldest] = stage;
    if (stage.size <= bound || oldest === undefined) return undefined;
    this.remove(oldest);
    return oldest;
  }
}
