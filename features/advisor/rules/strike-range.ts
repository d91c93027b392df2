import { stepsFrom } from '../../../proxy/rules/lookup/adjacency.js';
import { isNativeTerrain } from '../../../proxy/rules/lookup/nativity.js';
import { knownTile, terrainOf } from '../../../proxy/rules/lookup/tiles.js';
import { type Mover, restedMoverOf } from '../../../proxy/rules/movement/mover.js';
import type { City } from '../../../proxy/world/city.js';
import type { Unit } from '../../../proxy/world/unit.js';
import type { World } from '../../../proxy/world/world.js';
import { keptReach, type ReachedTurns } from './kept-reach.js';

/** How far ahead the ways of an enemy are searched: what is further off is estimated. */
const SEARCHED = { maxTurns: 1, maxLegs: 150 } as const;

/** Turns until an enemy with all of its moves can strike at cities over what this seat knows; 1: in its next turn. */
export class StrikeRange {
  readonly #world: World;
  readonly #mover: Mover;
  readonly #reach: ReachedTurns;

  private constructor(world: World, mover: Mover) {
    this.#world = world;
    this.#mover = mover;
    this.#reach = keptReach(world, mover, SEARCHED);
  }

  /** Undefined for a unit whose type is not known. */
  static of(world: World, unit: Unit): StrikeRange | undefined {
    const mover = restedMoverOf(world, unit);
    return mover === undefined ? undefined : new StrikeRange(world, mover);
  }

  /** Undefined where no way leads: another island for an army, a city inland for a ship. */
  turnsTo({ tile }: City): number | undefined {
    const beside = stepsFrom(this.#world.map, tile).map((step) => step.tile);
    const turns = beside.flatMap((near) => this.#reach.get(near) ?? []);
    if (turns.length > 0) return Math.min(...turns) + 1;
    if (this.#mover.type.fuel > 0 || !beside.some((near) => this.#isConnected(near))) return undefined;
    return Math.max(SEARCHED.maxTurns + 2, this.#turnsStraight(tile));
  }

  /** Whether a tile is part of the same land or water, and the unit at home there. */
  #isConnected(tile: number): boolean {
    const { unit, unitClass } = this.#mover;
    const here = knownTile(this.#world, unit.tile)?.continent;
    const terrain = terrainOf(this.#world, tile);
    const isAtHome = terrain !== undefined && isNativeTerrain(unitClass.id, terrain);
    return isAtHome && here !== undefined && knownTile(this.#world, tile)?.continent === here;
  }

  /** Turns over open ground by the straight way. */
  #turnsStraight(tile: number): number {
    const { unit, movesLeft } = this.#mover;
    const fragments = this.#world.ruleset.terrainControl?.moveFragments ?? 1;
    return Math.ceil(
      (this.#world.map.distance(unit.tile, tile) * fragments) / Math.max(fragments, movesLeft),
    );
  }
}
