import type { Latencies } from './latencies.js';

/** The turns of one game as its agents see them: how many there were, and how long each change took. */
export class GameTurns {
  readonly #changes: Latencies;
  #isMeasuring = false;
  #turn = 0;
  #changed = 0;
  #lastEndAt: number | undefined;

  /** `changes` takes the time from the last end of a turn that was sent to the first news of the next turn. */
  constructor(changes: Latencies) {
    this.#changes = changes;
  }

  /** How many turns have begun since `measure`. */
  get changed(): number {
    return this.#changed;
  }

  /** What came before is left out. */
  measure(): void {
    this.#isMeasuring = true;
  }

  /** An agent has sent the end of its turn. */
  end(now: number): void {
    this.#lastEndAt = now;
  }

  /** An agent has learned of this turn, by a push or a state. */
  see(turn: number, now: number): void {
    if (turn <= this.#turn) return;
    const isNext = this.#turn > 0 && this.#isMeasuring;
    this.#turn = turn;
    if (isNext) this.#changed += 1;
    if (isNext && this.#lastEndAt !== undefined) this.#changes.record(now - this.#lastEndAt);
    this.#lastEndAt = undefined;
  }
}
