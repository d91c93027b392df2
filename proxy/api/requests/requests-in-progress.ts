import { systemClock, withDeadline } from '#shared/core/clock.js';

/** Counts the requests of each game that are not answered yet. */
export class RequestsInProgress {
  readonly #counts = new Map<string, number>();
  readonly #waiting = new Map<string, Set<() => void>>();

  /** Counts a request from now on, until the answer is disposed. */
  begin(gameId: string): Disposable {
    this.#counts.set(gameId, (this.#counts.get(gameId) ?? 0) + 1);
    return { [Symbol.dispose]: () => this.#end(gameId) };
  }

  /** Resolves when a game has none, or after `maxMs` milliseconds. */
  async whenNone(gameId: string, maxMs: number): Promise<void> {
    if (!this.#counts.has(gameId)) return;
    const none = new Promise<void>((resolve) => {
      this.#waiting.set(gameId, (this.#waiting.get(gameId) ?? new Set()).add(resolve));
    });
    await withDeadline(systemClock, none, maxMs);
  }

  #end(gameId: string): void {
    const left = (this.#counts.get(gameId) ?? 1) - 1;
    if (left > 0) {
      this.#counts.set(gameId, left);
      return;
    }
    this.#counts.delete(gameId);
    for (const resolve of this.#waiting.get(gameId) ?? []) resolve();
    this.#waiting.delete(gameId);
  }
}
