import { BoundedMap } from '#shared/core/bounded-map.js';
import { stepsFrom } from '../../../proxy/rules/lookup/adjacency.js';
import { isNativeTerrain } from '../../../proxy/rules/lookup/nativity.js';
import { cityAt, knownTile, terrainOf, unitsOn } from '../../../proxy/rules/lookup/tiles.js';
import { type Mover, restedMoverOf } from '../../../proxy/rules/movement/mover.js';
import { type Reach, reachOf } from '../../../proxy/rules/movement/path.js';
import type { City } from '../../../proxy/world/city.js';
import type { Unit } from '../../../proxy/world/unit.js';
import { isWhole, type World } from '../../../proxy/world/world.js';

/** How far ahead the ways of an enemy are searched: what is further off is estimated. */
const SEARCHED = { maxTurns: 1, maxLegs: 150 } as const;

/** Turns until an enemy with all of its moves can strike at cities over what this seat knows; 1: in its next turn. */
export class StrikeRange {
  readonly #world: World;
  readonly #mover: Mover;
  readonly #reach: ReadonlyMap<number, number>;

  private constructor(world: World, mover: Mover, { turns }: Reach) {
    this.#world = world;
    this.#mover = mover;
    this.#reach = turns;
  }

  /** Undefined for a unit whose type is not known. Kept as long as neither the unit nor a tile that it depends on changes. */
  static of(world: World, unit: Unit): StrikeRange | undefined {
    const ofWorld = kept.get(world) ?? new BoundedMap<number, KeptRange>(MAX_KEPT);
    kept.set(world, ofWorld);
    const known = ofWorld.get(unit.id);
    const mover = restedMoverOf(world, unit);
    if (mover === undefined) return undefined;
    if (known !== undefined && isStillValid(world, mover, known)) return known.range;
    const reach = reachOf(world, mover, SEARCHED);
    const range = new StrikeRange(world, mover, reach);
    // What changes again before the bracket ends gets the same version.
    if (!isWhole(world)) return range;
    const tiles = [...reach.looked].map((tile) => [tile, whatIsOn(world, tile)] as const);
    const relations = world.diplomacy.positionVersion;
    ofWorld.set(unit.id, { mover, relations, tiles, range });
    return range;
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

/** A range with all that it depends on. */
interface KeptRange {
  /** As it was when its range was computed. */
  readonly mover: Mover;
  /** The version of the last change of any relation. */
  readonly relations: number;
  readonly tiles: readonly (readonly [tile: number, what: string])[];
  readonly range: StrikeRange;
}

/** More enemies than are near the cities of one nation at a time. */
const MAX_KEPT = 128;

const kept = new WeakMap<World, BoundedMap<number, KeptRange>>();

/** What of a unit decides over its steps: damage and experience too. */
const deciding = ['tile', 'type', 'owner', 'hp', 'veteran'] as const satisfies readonly (keyof Unit)[];

function isStillValid(world: World, mover: Mover, known: KeptRange): boolean {
  return (
    isWhole(world) &&
    deciding.every((field) => known.mover.unit[field] === mover.unit[field]) &&
    known.mover.movesLeft === mover.movesLeft &&
    known.relations === world.diplomacy.positionVersion &&
    known.tiles.every(([tile, what]) => what === whatIsOn(world, tile))
  );
}

/** What of a tile decides over steps to it: the tile itself, a city and units by owner and type. */
function whatIsOn(world: World, tile: number): string {
  const city = cityAt(world, tile);
  const units = unitsOn(world, tile);
  const changed = world.tiles.versionOf(tile);
  if (city === undefined && units.length === 0) return `${changed}`;
  const owners = units.map(({ owner, type }) => `${owner}.${type}`).join(' ');
  return `${changed} ${city?.owner} ${city?.occupied} ${owners}`;
}
