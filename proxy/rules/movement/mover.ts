import type { City } from '../../world/city.js';
import type { Unit } from '../../world/unit.js';
import type { World } from '../../world/world.js';
import { stepsFrom } from '../lookup/adjacency.js';
import { nativeExtras } from '../lookup/extra-lists.js';
import { canExistAt, isNativeTerrain, type UnitClass, type UnitType } from '../lookup/nativity.js';
import { areAllied, areAtWar, isPlayer, relation } from '../lookup/players.js';
import { type MoverRoad, rulesetIndex } from '../lookup/ruleset-index.js';
import { cityAt, hasExtra, knownTile, type Terrain, type Tile, unitsOn } from '../lookup/tiles.js';
import { anyOf, type Tristate } from '../lookup/tristate.js';
import { moveRate } from '../units/unit-type.js';
import { showsAllUnits } from '../units/visibility.js';
import { canLoadAt } from './transport.js';
import { ignoresZones, isFree } from './zones-of-control.js';

/** A unit with everything its moves depend on except the map. */
export interface Mover {
  readonly unit: Unit;
  readonly movesLeft: number;
  /** Turns of fuel left; for units that need none of no meaning. */
  readonly fuel: number;
  readonly stays: boolean;
  readonly type: UnitType;
  readonly unitClass: UnitClass;
  readonly owner: number;
  /** Extras that make any tile native to it, by number. */
  readonly nativeExtras: readonly number[];
  readonly roads: readonly MoverRoad[];
  readonly ignoresZones: boolean;
}

/** The mover of a unit; undefined for foreign units, whose details this seat does not get. */
export function moverOf(world: World, unit: Unit): Mover | undefined {
  const { detail } = unit;
  if (detail === undefined) return undefined;
  return moverWith(world, unit, { movesLeft: detail.movesleft, fuel: detail.fuel, stays: detail.stay });
}

/** The mover of any unit in sight as it may be at the begin of its next turn: with all moves and a full tank. */
export function restedMoverOf(world: World, unit: Unit): Mover | undefined {
  const type = world.ruleset.unitTypes.get(unit.type);
  if (type === undefined) return undefined;
  return moverWith(world, unit, { movesLeft: moveRate(world, unit, type), fuel: type.fuel, stays: false });
}

function moverWith(
  world: World,
  unit: Unit,
  state: Pick<Mover, 'movesLeft' | 'fuel' | 'stays'>,
): Mover | undefined {
  const type = world.ruleset.unitTypes.get(unit.type);
  const unitClass = type === undefined ? undefined : world.ruleset.unitClasses.get(type.unitClassId);
  if (type === undefined || unitClass === undefined) return undefined;
  return {
    unit,
    ...state,
    type,
    unitClass,
    owner: unit.owner,
    nativeExtras: nativeExtras(world, unitClass.id).map((extra) => extra.id),
    roads: rulesetIndex(world.ruleset).moverRoads.get(unitClass.id) ?? [],
    ignoresZones: ignoresZones(unitClass, type),
  };
}

/** A known tile, with everything a mover's steps depend on there. */
export interface MoverTile {
  readonly tile: Tile;
  readonly terrain: Terrain;
  /** Whether all units here are shown. */
  readonly seen: boolean;
  readonly city: City | undefined;
  readonly nativeTerrain: boolean;
  /** Native by its terrain or by something built there. */
  readonly native: boolean;
  /** Whether the mover could be here without a transport. */
  readonly livable: Tristate;
  readonly canLoad: Tristate;
  /** Whether a unit or city here belongs to a player that is not an ally. */
  readonly strangers: Tristate;
  /** Whether there are units here and all of them are allies'. */
  readonly friends: boolean;
  /** Whether peace closes this land to armies. */
  readonly closed: boolean;
  /** Whether an enemy owns it, so that his roads may be of no use. */
  readonly hostile: boolean;
}

/** Places as one mover sees them, each looked at once; for one question at one state version. */
export class MoverTiles {
  readonly #world: World;
  readonly #mover: Mover;
  readonly #places = new Map<number, MoverTile | undefined>();
  readonly #zones = new Map<number, Tristate>();
  readonly #looked = new Set<number>();

  constructor(world: World, mover: Mover) {
    this.#world = world;
    this.#mover = mover;
  }

  /** The tiles that were read so far: the answers depend on no others. */
  get looked(): ReadonlySet<number> {
    return this.#looked;
  }

  /** Undefined for tiles this seat knows nothing of. */
  at(index: number): MoverTile | undefined {
    if (this.#places.has(index)) return this.#places.get(index);
    const place = this.#look(index);
    this.#places.set(index, place);
    return place;
  }

  /** Whether no stranger controls a tile from beside it or on it. */
  isFree(index: number): Tristate {
    const known = this.#zones.get(index);
    if (known !== undefined) return known;
    this.#looked.add(index);
    for (const { tile } of stepsFrom(this.#world.map, index)) this.#looked.add(tile);
    const free = isFree(this.#world, this.#mover.owner, index);
    this.#zones.set(index, free);
    return free;
  }

  #look(index: number): MoverTile | undefined {
    this.#looked.add(index);
    const world = this.#world;
    const { type, unitClass, owner, unit, nativeExtras } = this.#mover;
    const tile = knownTile(world, index);
    const terrain = tile === undefined ? undefined : world.ruleset.terrains.get(tile.terrain);
    if (tile === undefined || terrain === undefined) return undefined;
    const city = cityAt(world, index);
    const nativeTerrain = isNativeTerrain(unitClass.id, terrain);
    const units = unitsOn(world, index);
    const owners = [...units, ...(city === undefined ? [] : [city])].map((thing) => thing.owner);
    const foreign = tile.owner !== owner && isPlayer(tile.owner);
    return {
      tile,
      terrain,
      seen: showsAllUnits(world, index),
      city,
      nativeTerrain,
      native: nativeTerrain || nativeExtras.some((extra) => hasExtra(tile, extra)),
      livable: canExistAt(world, type, index),
      canLoad: canLoadAt(world, unit, index),
      strangers: anyOf(owners, (other) => isStranger(world, owner, other)),
      friends: units.length > 0 && units.every(({ owner: other }) => areAllied(world, owner, other) === true),
      closed:
        foreign && !type.flags.has('UTYF_CIVILIAN') && relation(world, owner, tile.owner) === 'DS_PEACE',
      hostile: foreign && areAtWar(world, owner, tile.owner) === true,
    };
  }
}

function isStranger(world: World, owner: number, other: number): Tristate {
  const allied = areAllied(world, owner, other);
  return allied === 'unknown' ? allied : !allied;
}
