import type { City } from '../../world/city.js';
import type { Unit } from '../../world/unit.js';
import type { World } from '../../world/world.js';
import { stepsFrom } from '../lookup/adjacency.js';
import { isNativeTerrain } from '../lookup/nativity.js';
import { knownTile, terrainOf } from '../lookup/tiles.js';
import { type Mover, restedMoverOf } from '../movement/mover.js';
import { reachOf } from '../movement/path.js';

/** How far ahead the ways of an enemy are searched: what is further off is estimated. */
const SEARCHED = { maxTurns: 1, maxLegs: 150 } as const;

/**
 * Turns until an enemy can strike at cities, by the ways it could take over what this seat knows of the map: 1 in its next
 * turn. It is taken to have all of its moves; zones of control, roads and terrain count as for own units.
 */
export class StrikeRange {
  readonly #world: World;
  readonly #mover: Mover;
  readonly #reach: ReadonlyMap<number, number>;

  private constructor(world: World, mover: Mover) {
    this.#world = world;
    this.#mover = mover;
    this.#reach = reachOf(world, mover, SEARCHED);
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
