import { BoundedMap } from '#shared/core/bounded-map.js';
import { cityByTile, unitsByTile } from '../../../proxy/rules/lookup/entity-index.js';
import { areAllied, relation } from '../../../proxy/rules/lookup/players.js';
import { cityAt, isSeen, type Tile, unitsOn } from '../../../proxy/rules/lookup/tiles.js';
import type { Mover } from '../../../proxy/rules/movement/mover.js';
import { reachOf, type SearchLimits } from '../../../proxy/rules/movement/path.js';
import { cargoOf } from '../../../proxy/rules/movement/transport.js';
import { moveRate } from '../../../proxy/rules/units/unit-type.js';
import type { Unit } from '../../../proxy/world/unit.js';
import { isWhole, type World } from '../../../proxy/world/world.js';
import { knownLands, landChanges } from './known-lands.js';

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
  /** The tiles that the search has read, with the land of each. */
  readonly lands: ReadonlyMap<number, Tile | undefined>;
  /** `landChanges` when they were last compared. */
  landChanges: number;
  /** What stands on these tiles as `occupantsOf` tells, where that is anything. */
  readonly occupants: ReadonlyMap<number, string>;
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
  const last = ofWorld.get(unit.id);
  const rate = moveRate(world, unit, mover.type);
  // Guests on board have strangers of their own, who are no part of what is compared.
  const hasGuests = cargoOf(world, unit).some(({ owner }) => owner !== unit.owner);
  if (last?.rate === rate && !hasGuests && isStillValid(world, mover, limits, last)) return last.turns;
  const { turns, looked } = reachOf(world, mover, limits);
  // What changes again before the bracket ends gets the same version.
  if (!isWhole(world) || hasGuests) return turns;
  const known = knownLands(world);
  const lands = new Map([...looked].map((tile) => [tile, known[tile]]));
  const hasStrangers = [...looked].some((tile) => hasStranger(world, unit.owner, tile));
  ofWorld.set(unit.id, {
    unit,
    movesLeft,
    limits,
    rate,
    lands,
    hasStrangers,
    turns,
    landChanges: landChanges(world),
    relations: relationsOf(world, unit.owner),
    occupants: occupantsAmong(world, unit.owner, lands, hasStrangers),
  });
  return turns;
}

function isStillValid(world: World, mover: Mover, limits: SearchLimits, known: KeptReach): boolean {
  if (!isWhole(world) || known.limits !== limits) return false;
  const { unit, movesLeft } = mover;
  if (known.unit !== unit || known.movesLeft !== movesLeft) return false;
  if (known.relations !== relationsOf(world, unit.owner)) return false;
  const occupants = occupantsAmong(world, unit.owner, known.lands, known.hasStrangers);
  if (occupants.size !== known.occupants.size) return false;
  for (const [tile, occupant] of occupants) if (known.occupants.get(tile) !== occupant) return false;
  return areSameLands(world, known);
}

function areSameLands(world: World, known: KeptReach): boolean {
  const changes = landChanges(world);
  if (known.landChanges === changes) return true;
  const now = knownLands(world);
  for (const [tile, land] of known.lands) if (now[tile] !== land) return false;
  known.landChanges = changes;
  return true;
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

/** By tile what `occupantsOf` tells, of those of some tiles where that is anything: far fewer than the tiles. */
function occupantsAmong(
  world: World,
  owner: number,
  tiles: ReadonlyMap<number, unknown>,
  withFriends: boolean,
): ReadonlyMap<number, string> {
  const found = new Map<number, string>();
  for (const places of [unitsByTile(world), cityByTile(world)])
    for (const tile of places.keys()) {
      if (!tiles.has(tile) || found.has(tile)) continue;
      const occupants = occupantsOf(world, owner, tile, withFriends);
      if (occupants !== '') found.set(tile, occupants);
    }
  return found;
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
