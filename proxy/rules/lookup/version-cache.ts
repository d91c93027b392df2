import { isWhole, type World } from '../../world/world.js';
import { areSame } from './turns-cache.js';

interface Kept<V> {
  readonly version: number;
  readonly inputs: readonly unknown[] | undefined;
  readonly value: V;
}

/** What a value depends on, each compared by identity. */
type InputsOf = (world: World) => readonly unknown[];

/**
 * A value of each version of the position of a world, or of a table. Nothing is kept within a bracket, when a world has no
 * version. `compute` reads nothing that is no part of the position (`proxy/world/world.ts`).
 */
export class VersionCache<V> {
  readonly #kept = new WeakMap<object, Kept<V>>();
  readonly #sourceOf: (world: World) => object;
  readonly #compute: (world: World) => V;
  readonly #inputsOf: InputsOf | undefined;

  /**
   * `compute` reads nothing of a world but what `sourceOf` gives: worlds that share it share the value. With `inputsOf` the
   * value holds for later versions too, until one of these inputs has changed.
   */
  constructor(sourceOf: (world: World) => object, compute: (world: World) => V, inputsOf?: InputsOf) {
    this.#sourceOf = sourceOf;
    this.#compute = compute;
    this.#inputsOf = inputsOf;
  }

  /** The value for the present position of a world; computed anew, and not kept, while a bracket is half applied. */
  of(world: World): V {
    if (!isWhole(world)) return this.#compute(world);
    const source = this.#sourceOf(world);
    const kept = this.#kept.get(source);
    const { positionVersion: version } = world;
    if (kept?.version === version) return kept.value;
    const inputs = this.#inputsOf?.(world);
    const holds = kept?.inputs !== undefined && inputs !== undefined && areSame(kept.inputs, inputs);
    const value = holds ? kept.value : this.#compute(world);
    this.#kept.set(source, { version, inputs, value });
    return value;
  }
}
