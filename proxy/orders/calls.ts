import type { Unit } from '../world/unit.js';
import type { World } from '../world/world.js';
import { CALL_TURNS, type Call } from './tracked-order.js';

/** Units that were woken or have nothing left to do, and have not been told anything since. */
export class Calls {
  readonly #calls: Map<number, Call>;

  constructor(saved: readonly Call[]) {
    this.#calls = new Map(saved.map((call) => [call.unitId, call]));
  }

  get all(): readonly Call[] {
    return [...this.#calls.values()];
  }

  add({ id: unitId, tile }: Unit, turn: number, why: Call['why'], sentence: string): void {
    this.#calls.set(unitId, { unitId, turn, tile, why, sentence });
  }

  answered(unitId: number): void {
    this.#calls.delete(unitId);
  }

  /** Forgets those that are gone, went elsewhere, or have asked for long. Whether there were any. */
  forget(world: World, turn: number): boolean {
    const before = this.#calls.size;
    for (const { unitId, tile, turn: since } of this.all) {
      const unit = world.units.get(unitId);
      const isHere = unit !== undefined && unit.owner === world.seat.player && unit.tile === tile;
      if (!isHere || turn >= since + CALL_TURNS) this.#calls.delete(unitId);
    }
    return this.#calls.size < before;
  }
}
