import { BoundedMap } from '#shared/core/bounded-map.js';
import { areAllied, relation } from '../../../proxy/rules/lookup/players.js';
import { cityAt, isSeen, type Tile, unitsOn } from '../../../proxy/rules/lookup/tiles.js';
import type { Mover } from '../../../proxy/rules/movement/mover.js';
import { reachOf, type SearchLimits } from '../../../proxy/rules/movement/path.js';
import { cargoOf } from '../../../proxy/rules/movement/transport.js';
import { moveRate } from '../../../proxy/rules/units/unit-type.js';
import type { Unit } from '../../../proxy/world/unit.js';
import { isWhole, type World } from '../../../proxy/world/world.js';
import { knownLands } from './known-lands.js';

/** Turn changes until a unit can act, by tile index (`Reach.turns`). */
export type ReachedTurns = ReadonlyMap<number, number>;

/** Where a unit can be, with all that it depends on. */
interface KeptReach {
  readonly unit: Unit;
  /** Move fragments that it had left. */
  readonly movesLeft: number;
  readonly limits: SearchLimits;
  /** Move fragments of the unit in a turn: damage, technologies and wonders change them. */
  readonly rate: number;
  /** Of its nation to each player, as `relationsOf` tells. */
  readonly relations: string;
  /** The tiles that the search has read: the land of each, and what stands there as `occupantsOf` tells. */
  readonly tiles: readonly (readonly [tile: number, land: Tile | undefined, occupants: string])[];
  /** Whether strangers are on one of them: in their zone of control units step to where friends stand. */
  readonly hasStrangers: boolean;
  readonly turns: ReachedTurns;
}

/** More units than found cities, or are enemies near the cities of one nation, at a time. */
const MAX_KEPT = 128;

const kept = new WeakMap<World, BoundedMap<number, KeptReach>>();

/** `reachOf` a mover in turns: searched again only where the unit, or a tile that the search has read, is no longer as it was. */
export function keptReach(world: World, mover: Mover, limits: SearchLimits): ReachedTurns {
  const ofWorld = kept.get(world) ?? new BoundedMap<number, KeptReach>(MAX_KEPT);
  kept.set(world, ofWorld);
  const { unit, movesLeft } = mover;
  const known = ofWorld.get(unit.id);
  const rate = moveRate(world, unit, mover.type);
  // Guests on board have strangers of their own, who are no part of what is compared.
  const hasGuests = cargoOf(world, unit).some(({ owner }) => owner !== unit.owner);
  if (known?.rate === rate && !hasGuests && isStillValid(world, mover, limits, known)) return known.turns;
  const { turns, looked } = reachOf(world, mover, limits);
  // What changes again before the bracket ends gets the same version.
  if (!isWhole(world) || hasGuests) return turns;
  const lands = knownLands(world);
  const hasStrangers = [...looked].some((tile) => hasStranger(world, unit.owner, tile));
  const tiles = [...looked].map(
    (tile) => [tile, lands[tile], occupantsOf(world, unit.owner, tile, hasStrangers)] as const,
  );
  const relations = relationsOf(world, unit.owner);
  ofWorld.set(unit.id, { unit, movesLeft, limits, rate, relations, tiles, hasStrangers, turns });
  return turns;
}

function isStillValid(world: World, mover: Mover, limits: SearchLimits, known: KeptReach): boolean {
  if (!isWhole(world) || known.limits !== limits) return false;
  const { unit, movesLeft } = mover;
  if (known.unit !== unit || known.movesLeft !== movesLeft) return false;
  if (known.relations !== relationsOf(world, unit.owner)) return false;
  const lands = knownLands(world);
  return known.tiles.every(
    ([tile, land, occupants]) =>
      land === lands[tile] && occupants === occupantsOf(world, unit.owner, tile, known.hasStrangers),
  );
}

/** The relations that close land and let units pass each other. */
function relationsOf(world: World, owner: number): string {
  return [...world.players.values()].map(({ playerno }) => relation(world, owner, playerno)).join(' ');
}

function hasStranger(world: World, owner: number, tile: number): boolean {
  const city = cityAt(world, tile);
  const all = [...unitsOn(world, tile), ...(city === undefined ? [] : [city])];
  return all.some(({ owner: other }) => areAllied(world, owner, other) !== true);
}

/** What on a tile decides over steps of a nation's units: cities and strangers; its friends where `withFriends`. */
function occupantsOf(world: World, owner: number, tile: number, withFriends: boolean): string {
  const city = cityAt(world, tile);
  const units = unitsOn(world, tile);
  if (city === undefined && units.length === 0) return '';
  const isHeld = city?.occupied === true && isSeen(world, tile);
  const strangers = units.filter((unit) => areAllied(world, owner, unit.owner) !== true);
  const areFriends = withFriends && units.length > 0 && strangers.length === 0;
  return [
    ...(city === undefined ? [] : [`city ${city.owner} ${isHeld}`]),
    ...strangers.map((unit) => `${unit.owner}.${unit.type}`),
    ...(areFriends ? ['friends'] : []),
  ].join(' ');
}
