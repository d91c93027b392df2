import { isWhole, type World } from '../../world/world.js';

interface Kept<V> {
  readonly version: number;
  readonly value: V;
}

/** A value of each version of a world or table. Nothing is kept within a bracket, when a world has no version. */
export class VersionCache<V> {
  readonly #kept = new WeakMap<object, Kept<V>>();
  readonly #sourceOf: (world: World) => object;
  readonly #compute: (world: World) => V;

  /** `compute` reads nothing of a world but what `sourceOf` gives: worlds that share it share the value. */
  constructor(sourceOf: (world: World) => object, compute: (world: World) => V) {
    this.#sourceOf = sourceOf;
    this.#compute = compute;
  }

  /** The value for the present version of a world; computed anew, and not kept, while a bracket is half applied. */
  of(world: World): V {
    if (!isWhole(world)) return this.#compute(world);
    const source = this.#sourceOf(world);
    const kept = this.#kept.get(source);
    if (kept?.version === world.version) return kept.value;
    const value = this.#compute(world);
    this.#kept.set(source, { version: world.version, value });
    return value;
  }
}
