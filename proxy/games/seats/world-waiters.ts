import type { World } from '../../world/world.js';

interface Waiter {
  readonly condition: (world: World) => boolean;
  readonly resolve: () => void;
}

/** What ends a wait by aborting; the signal of an object is asked for when there is something to wait for. */
export type WaitLimit = AbortSignal | { readonly signal: AbortSignal };

/** Promises that resolve when a world meets a condition. */
export class WorldWaiters {
  readonly #world: () => World;
  readonly #waiters = new Set<Waiter>();

  constructor(world: () => World) {
    this.#world = world;
  }

  /** Resolves true when the condition is met, false when the limit aborts first. */
  async until(condition: (world: World) => boolean, limit: WaitLimit): Promise<boolean> {
    if (condition(this.#world())) return true;
    const signal = limit instanceof AbortSignal ? limit : limit.signal;
    if (signal.aborted) return false;
    return new Promise((resolve) => {
      const waiter: Waiter = { condition, resolve: () => settle(true) };
      const onAbort = (): void => settle(false);
      const settle = (met: boolean): void => {
        this.#waiters.delete(waiter);
        signal.removeEventListener('abort', onAbort);
        resolve(met);
      };
      this.#waiters.add(waiter);
      signal.addEventListener('abort', onAbort, { once: true });
    });
  }

  /** To be called when the world may have changed. */
  check(): void {
    const world = this.#world();
    for (const waiter of this.#waiters) if (waiter.condition(world)) waiter.resolve();
  }
}
