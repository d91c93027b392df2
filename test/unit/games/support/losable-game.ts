import { pino } from 'pino';
import { type DiskReporter, loggingReporter } from '../../../../proxy/games/disk/disk-monitor.js';
import { NotOwned } from '../../../../proxy/games/disk/write-guard.js';

/** The ownership of a game by a proxy that stands still at some moment, while another proxy takes the game. */
export class LosableGame {
  #taken: (() => void) | undefined;
  #checksLeft = Number.POSITIVE_INFINITY;
  #takenThen = (): void => undefined;
  #isOwned = true;

  /** Refuses from the moment on at which the game is lost. */
  readonly disk: DiskReporter = {
    ...loggingReporter(pino({ level: 'silent' })),
    checkOwned: () => {
      this.#checksLeft -= 1;
      if (this.#checksLeft === 0) {
        this.lose();
        this.#takenThen();
      }
      if (!this.#isOwned) throw new NotOwned('g');
      const taken = this.#taken;
      this.#taken = undefined;
      if (taken !== undefined)
        queueMicrotask(() => {
          this.lose();
          taken();
        });
    },
  };

  /** The proxy stands still right after its next check, in the step that follows: the other does `taken` then. */
  loseAfterCheck(taken: () => void): void {
    this.#taken = taken;
  }

  /** The proxy stands still right before the check of that number from now on: the other does `taken` then. */
  loseBeforeCheck(number: number, taken: () => void): void {
    this.#checksLeft = number;
    this.#takenThen = taken;
  }

  /** Another proxy has the game from now on. */
  lose(): void {
    this.#isOwned = false;
  }
}
