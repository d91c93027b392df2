import { isWhole, turnOf, type World } from '../../world/world.js';

interface Kept<V> {
  readonly turn: number;
  readonly inputs: readonly unknown[];
  readonly value: V;
}

/**
 * A value that weighs many turns, so that it may be some turns old: it is kept while its inputs are the same. By the table of tiles, which supposed
 * worlds share; nothing is kept within a bracket.
 */
export class TurnsCache<V> {
  readonly #turns: number;
  readonly #kept = new WeakMap<World['tiles'], Kept<V>>();

  /** `turns`: for how many turns a value holds, that in which it is computed among them. */
  constructor(turns: number) {
    this.#turns = turns;
  }

  /** The value with these inputs, each compared by identity. */
  of(world: World, inputs: readonly unknown[], compute: () => V): V {
    const turn = turnOf(world);
    const kept = this.#kept.get(world.tiles);
    const isRecent = kept !== undefined && turn >= kept.turn && turn < kept.turn + this.#turns;
    if (isRecent && areSame(kept.inputs, inputs)) return kept.value;
    const value = compute();
    if (isWhole(world)) this.#kept.set(world.tiles, { turn, inputs, value });
    return value;
  }
}

/** Whether two lists hold the same values, each compared by identity. */
export function areSame(before: readonly unknown[], now: readonly unknown[]): boolean {
  return before.length === now.length && before.every((value, index) => value === now[index]);
}
