import type { Clock } from '../core/clock.js';
import type { Lease } from './directory.js';

/** How the leases of a process are timed. */
export interface HeldLeasesOptions {
  readonly clock: Clock;
  /** The time for which no other process can take a game after it was last confirmed to be this process's own. */
  readonly leaseMs: number;
  /** Called for a lease that has expired without confirmation: confirms it now, where that can be done at once. */
  confirmNow?(): void;
}

/** A lease that was not confirmed for this part of its time counts as lost before others may take the game. */
const SAFE_PART = 0.75;

class HeldLease implements Lease {
  readonly gameId: string;
  readonly fence: number;
  /** Before when it was last confirmed, by the monotonic clock. */
  confirmedAt: number;
  isLost = false;
  readonly #isFresh: (lease: HeldLease) => boolean;

  constructor(
    held: Pick<Lease, 'gameId' | 'fence'>,
    confirmedAt: number,
    isFresh: (lease: HeldLease) => boolean,
  ) {
    this.gameId = held.gameId;
    this.fence = held.fence;
    this.confirmedAt = confirmedAt;
    this.#isFresh = isFresh;
  }

  get isValid(): boolean {
    return !this.isLost && this.#isFresh(this);
  }
}

/** The leases that this process has, and whether they still count. */
export class HeldLeases {
  readonly #options: HeldLeasesOptions;
  readonly #byGame = new Map<string, HeldLease>();
  readonly #listeners = new Set<(lease: Lease) => void>();

  constructor(options: HeldLeasesOptions) {
    this.#options = options;
  }

  get all(): readonly Lease[] {
    return [...this.#byGame.values()];
  }

  get(gameId: string): Lease | undefined {
    return this.#byGame.get(gameId);
  }

  /** Adds a lease. `confirmedAt` is read from the clock before the store is asked. */
  add(held: Pick<Lease, 'gameId' | 'fence'>, confirmedAt: number): Lease {
    const before = this.#byGame.get(held.gameId);
    if (before !== undefined) before.isLost = true;
    const lease = new HeldLease(held, confirmedAt, (own) => this.#isFresh(own));
    this.#byGame.set(held.gameId, lease);
    return lease;
  }

  /** The store says, asked at that moment or later, that the game is still this process's own. */
  confirm(gameId: string, at: number): void {
    const lease = this.#byGame.get(gameId);
    if (lease !== undefined) lease.confirmedAt = Math.max(lease.confirmedAt, at);
  }

  /** The store says that another process has the game. */
  lose(gameId: string): void {
    const lease = this.#byGame.get(gameId);
    if (lease === undefined) return;
    this.remove(lease);
    // Callers that ask whether a lease is valid are not interrupted by the consequences of its loss.
    queueMicrotask(() => {
      for (const listener of this.#listeners) listener(lease);
    });
  }

  /** The game is given back. False when the lease is lost already. */
  remove(lease: Lease): boolean {
    const held = this.#byGame.get(lease.gameId);
    if (held === undefined || held !== lease) return false;
    held.isLost = true;
    return this.#byGame.delete(lease.gameId);
  }

  onLost(listener: (lease: Lease) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  #isFresh(lease: HeldLease): boolean {
    if (this.#isStale(lease)) this.#options.confirmNow?.();
    return !lease.isLost && !this.#isStale(lease);
  }

  #isStale({ confirmedAt }: HeldLease): boolean {
    const { clock, leaseMs } = this.#options;
    return clock.monotonic() - confirmedAt > SAFE_PART * leaseMs;
  }
}
