import type { Clock } from '#shared/core/clock.js';

/** When a game was last used: an unused game loses its server (GAME_IDLE_S). */
export class GameUsage {
  readonly #clock: Pick<Clock, 'monotonic'>;
  #last: number;
  #inProgress = 0;

  constructor(clock: Pick<Clock, 'monotonic'>) {
    this.#clock = clock;
    this.#last = clock.monotonic();
  }

  /** In milliseconds of the monotonic clock; now while something that began has not ended. */
  get last(): number {
    return this.#inProgress > 0 ? this.#clock.monotonic() : this.#last;
  }

  touch(): void {
    this.#last = this.#clock.monotonic();
  }

  /** The game is in use until the answer is disposed: a login may take longer than an unused game stays loaded. */
  begin(): Disposable {
    this.#inProgress += 1;
    const end = (): void => {
      this.#inProgress -= 1;
      this.touch();
    };
    return { [Symbol.dispose]: end };
  }
}
