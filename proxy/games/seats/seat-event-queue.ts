import type { SeatEvent } from './seat-events.js';

/** The events of a seat until its listener has got them, in order. */
export class SeatEventQueue {
  readonly #waiting: SeatEvent[] = [];
  #listener: ((event: SeatEvent) => void) | undefined;
  #isHeld = false;

  /** Passes all events to `listener` from now on, first those that waited. Later calls change nothing. */
  subscribe(listener: (event: SeatEvent) => void): void {
    this.#listener ??= listener;
    this.#deliver();
  }

  add(event: SeatEvent): void {
    this.#waiting.push(event);
    this.#deliver();
  }

  /** Keeps all events back until `release`. */
  hold(): void {
    this.#isHeld = true;
  }

  /** Passes on what was kept back, after the events in `first`. */
  release(first: readonly SeatEvent[]): void {
    this.#isHeld = false;
    this.#waiting.unshift(...first);
    this.#deliver();
  }

  #deliver(): void {
    if (this.#isHeld || this.#listener === undefined) return;
    for (const event of this.#waiting.splice(0)) this.#listener(event);
  }
}
