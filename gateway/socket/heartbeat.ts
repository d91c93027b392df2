import type { Cancel, Clock } from '../clock.js';

export interface HeartbeatOptions {
  readonly clock: Clock;
  readonly every: number;
  readonly timeout: number;
  /** Sends what a living peer answers. */
  beat(): void;
  /** No sign of life for the timeout. Called once, at the end. */
  lost(): void;
}

/** Watches for signs of life: anything that arrives, answers to our pings included. */
export class Heartbeat {
  readonly #options: HeartbeatOptions;
  #lastSign: number;
  #cancel: Cancel;

  constructor(options: HeartbeatOptions) {
    this.#options = options;
    this.#lastSign = options.clock.now();
    this.#cancel = this.#next();
  }

  sign(): void {
    this.#lastSign = this.#options.clock.now();
  }

  stop(): void {
    this.#cancel();
  }

  #next(): Cancel {
    const { clock, every, timeout } = this.#options;
    const untilLost = this.#lastSign + timeout - clock.now();
    return clock.after(Math.max(1, Math.min(every, untilLost)), () => this.#look());
  }

  #look(): void {
    const { clock, timeout, beat, lost } = this.#options;
    if (clock.now() - this.#lastSign >= timeout) {
      lost();
      return;
    }
    beat();
    this.#cancel = this.#next();
  }
}
