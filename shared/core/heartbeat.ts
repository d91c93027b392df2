import type { Cancel, Clock } from './clock.js';

/** What a heartbeat watches, and what it does. */
export interface HeartbeatOptions {
  readonly clock: Clock;
  readonly every: number;
  /** Milliseconds without a sign of life until the peer is lost. */
  readonly timeout: number;
  /** Bytes received from the peer so far: a part of a large message is a sign of life before its end comes. */
  bytesRead?(): number;
  /** Sends what a living peer answers. */
  beat(): void;
  /** No sign of life for the timeout. Called once, at the end. */
  lost(): void;
}

/** Watches for signs of life of a peer: anything that arrives. Time in which this process stood still does not count. */
export class Heartbeat {
  readonly #options: HeartbeatOptions;
  #lastSign: number;
  #bytesSeen: number;
  #cancel: Cancel;

  constructor(options: HeartbeatOptions) {
    this.#options = options;
    this.#lastSign = options.clock.monotonic();
    this.#bytesSeen = options.bytesRead?.() ?? 0;
    this.#cancel = this.#next();
  }

  sign(): void {
    this.#lastSign = this.#options.clock.monotonic();
    this.#bytesSeen = this.#options.bytesRead?.() ?? 0;
  }

  stop(): void {
    this.#cancel();
  }

  #next(): Cancel {
    const { clock, every, timeout } = this.#options;
    const now = clock.monotonic();
    const delay = Math.max(1, Math.min(every, this.#lastSign + timeout - now));
    return clock.after(delay, () => this.#check(now + delay));
  }

  #check(due: number): void {
    const { clock, timeout, beat, lost, bytesRead } = this.#options;
    const now = clock.monotonic();
    if (bytesRead !== undefined && bytesRead() !== this.#bytesSeen) this.sign();
    const stall = Math.max(0, now - due);
    this.#lastSign = Math.min(now, this.#lastSign + stall);
    if (now - this.#lastSign >= timeout) {
      lost();
      return;
    }
    // First, so that `stop` in `beat` ends it.
    this.#cancel = this.#next();
    beat();
  }
}
