import type { Clock } from '#shared/core/clock.js';

/** An ended game has no new events: an agent may come back within this time for the pushes that it has not read. */
const OVER_EXPIRES_MS = 300_000;

/** Since when an agent has no socket, and until when requests over HTTP count as its presence. */
export class SessionAbsence {
  readonly #clock: Clock;
  /** In wall time for the record, and on the monotonic clock. Undefined while there is a socket, and during the first login. */
  #since: { readonly at: number; readonly monotonic: number } | undefined;
  /** Until when its agent, which has no socket, was there at least, on the monotonic clock. */
  #touchedAt: number | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Wall time in milliseconds; undefined while there is a socket. */
  get at(): number | undefined {
    return this.#since?.at;
  }

  /** The session has no socket, no first login is under way, and no request without a socket has come lately. */
  get isIdle(): boolean {
    return this.#since !== undefined && this.#touchedAt === undefined;
  }

  begin(): void {
    this.#since = { at: this.#clock.now(), monotonic: this.#clock.monotonic() };
  }

  /** Began before a restart of the process, in wall time. */
  restore(at: number | undefined): void {
    const now = this.#clock.now();
    const began = Math.min(now, at ?? now);
    this.#since = { at: began, monotonic: this.#clock.monotonic() - (now - began) };
  }

  end(): void {
    this.#since = undefined;
  }

  /** A request without a socket arrived; the agent counts as there for `forMs` milliseconds more. */
  touch(forMs: number): void {
    this.#touchedAt = this.#clock.monotonic() + forMs;
  }

  /** The agent, which has no socket, is gone. */
  forgetTouch(): void {
    this.#touchedAt = undefined;
  }

  /** True once when `silence` milliseconds have passed since the last `touch`. */
  expireTouch(silence: number): boolean {
    if (this.#touchedAt === undefined || this.#clock.monotonic() - this.#touchedAt < silence) return false;
    this.#touchedAt = undefined;
    return true;
  }

  /** Milliseconds until it has lasted for `after`, at least 0; `after` while there is a socket. */
  remainingOf(after: number): number {
    const passed = this.#since === undefined ? 0 : this.#clock.monotonic() - this.#since.monotonic;
    return Math.max(0, after - passed);
  }

  /** Whether it has lasted for more than `after` milliseconds. */
  isLongerThan(after: number): boolean {
    if ((this.#touchedAt ?? 0) > this.#clock.monotonic()) return false;
    return this.#since !== undefined && this.#clock.monotonic() - this.#since.monotonic > after;
  }

  /** Whether a session ends for lack of a socket: after `expiresAfter` milliseconds, or after five minutes at most when its game is over. */
  endsSession(expiresAfter: number, isGameOver: boolean): boolean {
    return this.isLongerThan(isGameOver ? Math.min(expiresAfter, OVER_EXPIRES_MS) : expiresAfter);
  }
}
