import type { Cancel, Clock } from '#shared/core/clock.js';
import type { PendingPlayer } from '../seats/seat-events.js';

/** Which seats wait for which players, and how they are notified. */
export interface WaitingNoticesOptions<S> {
  readonly clock: Clock;
  pending(): readonly PendingPlayer[];
  waiting(): readonly S[];
  notify(seat: S, pending: readonly PendingPlayer[]): void;
}

/** Shorter waits are not reported. */
const NOTICE_DELAY_MS = 2_000;
const NOTICE_INTERVAL_MS = 5_000;

/** Tells agents that have ended their turn which players they wait for: on a change, at most every NOTICE_INTERVAL_MS. */
export class WaitingNotices<S> {
  readonly #options: WaitingNoticesOptions<S>;
  readonly #notified = new Map<S, string>();
  #cancel: Cancel | undefined;
  #lastAt = Number.NEGATIVE_INFINITY;

  constructor(options: WaitingNoticesOptions<S>) {
    this.#options = options;
  }

  /** To be called when somebody has come, gone or ended its turn. */
  update(): void {
    const { clock } = this.#options;
    const isDue = this.#options.waiting().some((seat) => this.#notified.get(seat) !== this.#key());
    if (!isDue) this.#stop();
    if (!isDue || this.#cancel !== undefined) return;
    const wait = Math.max(NOTICE_DELAY_MS, this.#lastAt + NOTICE_INTERVAL_MS - clock.monotonic());
    this.#cancel = clock.after(wait, () => this.#notifySeats());
  }

  clear(): void {
    this.#stop();
    this.#notified.clear();
  }

  #notifySeats(): void {
    this.#cancel = undefined;
    const key = this.#key();
    const pending = this.#options.pending();
    for (const seat of this.#options.waiting()) {
      if (this.#notified.get(seat) === key) continue;
      this.#notified.set(seat, key);
      this.#lastAt = this.#options.clock.monotonic();
      this.#options.notify(seat, pending);
    }
  }

  #key(): string {
    return this.#options
      .pending()
      .map(({ playerId, until, isAway }) => `${playerId} ${Math.round((until ?? 0) / 1000)} ${isAway}`)
      .join();
  }

  #stop(): void {
    this.#cancel?.();
    this.#cancel = undefined;
  }
}
