import { isWhole, type World } from '../../world/world.js';

interface Kept<V> {
  readonly version: number;
  readonly value: V;
}

/**
 * A value of each version of the position of a world, or of a table. Nothing is kept within a bracket, when a world has no
 * version. `compute` reads nothing that is no part of the position (`proxy/world/world.ts`).
 */
export class VersionCache<V> {
  readonly #kept = new WeakMap<object, Kept<V>>();
  readonly #sourceOf: (world: World) => object;
  readonly #compute: (world: World) => V;

  /** `compute` reads nothing of a world but what `sourceOf` gives: worlds that share it share the value. */
  constructor(sourceOf: (world: World) => object, compute: (world: World) => V) {
    this.#sourceOf = sourceOf;
    this.#compute = compute;
  }

  /** The value for the present position of a world; computed anew, and not kept, while a bracket is half applied. */
  of(world: World): V {
    if (!isWhole(world)) return this.#compute(world);
    const source = this.#sourceOf(world);
    const kept = this.#kept.get(source);
    const { positionVersion: version } = world;
    if (kept?.version === version) return kept.value;
    const value = this.#compute(world);
    this.#kept.set(source, { version, value });
    return value;
  }
}
