import type { Cancel, Clock } from '#shared/core/clock.js';

/** What a turn clock reports. Times are in milliseconds. */
export interface TurnClockEvents {
  onWarning(left: number): void;
  onTimeUp(): void;
  /** The end of the turn has changed, in epoch milliseconds; undefined while the clock is paused. */
  onEnd(at: number | undefined): void;
}

/** Timers of Node take no more. */
const MAX_TIMER_MS = 2 ** 31 - 1;
/** Remaining shares of the time limit at which a warning is sent. */
const WARNING_SHARES = [0.5, 0.1];

type State =
  | { readonly kind: 'stopped' }
  | { readonly kind: 'paused'; readonly left: number }
  | { readonly kind: 'running'; readonly until: number; readonly cancel: Cancel };

/** The timer of turns. It can be paused, and continues with the remaining time. */
export class TurnClock {
  readonly #clock: Clock;
  readonly #limit: number;
  readonly #events: TurnClockEvents;
  #state: State = { kind: 'stopped' };

  /** `limit` in milliseconds; 0 means no limit: nothing ever happens. */
  constructor(clock: Clock, limit: number, events: TurnClockEvents) {
    this.#clock = clock;
    this.#limit = limit;
    this.#events = events;
  }

  /** Milliseconds; undefined when no turn is being timed. */
  get left(): number | undefined {
    if (this.#state.kind === 'running') return Math.max(0, this.#state.until - this.#clock.monotonic());
    return this.#state.kind === 'paused' ? this.#state.left : undefined;
  }

  /** Starts the timer of a turn, with `left` milliseconds. */
  begin(left = this.#limit): void {
    this.stop();
    if (this.#limit === 0) return;
    this.#run(left);
    this.#events.onEnd(this.#clock.now() + left);
  }

  pause(): void {
    const { left } = this;
    this.stop();
    if (left !== undefined) this.#state = { kind: 'paused', left };
    this.#events.onEnd(undefined);
  }

  resume(): void {
    if (this.#state.kind !== 'paused') return;
    const { left } = this.#state;
    this.#run(left);
    this.#events.onEnd(this.#clock.now() + left);
  }

  stop(): void {
    if (this.#state.kind === 'running') this.#state.cancel();
    this.#state = { kind: 'stopped' };
  }

  #run(left: number): void {
    const next = WARNING_SHARES.map((share) => share * this.#limit).find((mark) => mark < left) ?? 0;
    const delay = Math.min(left - next, MAX_TIMER_MS);
    const until = this.#clock.monotonic() + left;
    const cancel = this.#clock.after(delay, () => this.#reached(left - delay, next));
    this.#state = { kind: 'running', until, cancel };
  }

  #reached(left: number, mark: number): void {
    if (left > 0) this.#run(left);
    else this.stop();
    if (left > mark) return;
    if (left > 0) this.#events.onWarning(left);
    else this.#events.onTimeUp();
  }
}
