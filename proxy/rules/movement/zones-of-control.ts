import type { City } from '../../world/city.js';
import type { Unit } from '../../world/unit.js';
import type { World } from '../../world/world.js';
import { adjacentTiles, stepsFrom } from '../lookup/adjacency.js';
import type { UnitClass, UnitType } from '../lookup/nativity.js';
import { areAllied } from '../lookup/players.js';
import { cityAt, isSeen, knownTile, terrainOf, unitsOn } from '../lookup/tiles.js';
import type { Tristate } from '../lookup/tristate.js';
import { VersionCache } from '../lookup/version-cache.js';
import { showsAllUnits } from '../units/visibility.js';

/** The tile is outside the zones of control of all players that are not allies, as far as the seat sees them. */
const FREE = 0;
/** It is in one. */
const CONTROLLED = 1;
/** It is in one, and units of the seat or its allies stand there: it can be entered all the same. */
const SHARED = 2;
/** A unit or city of strangers is on it: it cannot be entered. */
const TAKEN = 3;

const controls = new VersionCache<Uint8Array>((world) => world, findControl);

/**
 * By tile: whether strangers that the seat sees control or hold it, for `mayStep`. Step verdicts (`step-verdict.ts`) ask the
 * same of one tile at a time; this is the whole map at once. A city of strangers counts as guarded unless it is known to
 * be empty.
 */
export function controlOf(world: World): Uint8Array {
  return controls.of(world);
}

/** Whether strangers let a unit go from a tile to the one beside it (`is_my_zoc`, `is_non_allied_unit_tile`). */
export function mayStep(control: Uint8Array, from: number, to: number, ignores: boolean): boolean {
  if (control[to] === TAKEN) return false;
  return ignores || control[from] === FREE || control[to] !== CONTROLLED;
}

/** Whether zones of control do not stop units of a type (`unit_type_really_ignores_zoc`). */
export function ignoresZones(unitClass: UnitClass, { flags }: UnitType): boolean {
  return !unitClass.flags.has('UCF_ZOC') || flags.has('UTYF_IGZOC');
}

function findControl(world: World): Uint8Array {
  const control = new Uint8Array(world.map.tileCount);
  const { player = -1 } = world.seat;
  const isFriend = ({ owner }: Unit | City) => areAllied(world, player, owner) === true;
  const cities = [...world.cities.values()];
  const strangers = cities.filter((city) => !isFriend(city));
  const units = [...world.units.values()];
  const foreign = units.filter((unit) => !isFriend(unit));
  for (const { tile, occupied } of strangers) if (occupied !== false) spread(world, control, tile);
  for (const unit of foreign)
    if (cityAt(world, unit.tile) === undefined && hasZone(world, unit)) spread(world, control, unit.tile);
  for (const { tile } of cities) control[tile] = FREE;
  for (const unit of units)
    if (control[unit.tile] === CONTROLLED && isFriend(unit)) control[unit.tile] = SHARED;
  for (const { tile } of [...strangers, ...foreign]) control[tile] = TAKEN;
  return control;
}

function hasZone({ ruleset }: World, { type }: Unit): boolean {
  return ruleset.unitTypes.get(type)?.flags.has('UTYF_NOZOC') !== true;
}

/** Controls a tile and those beside it, but for terrain without zones of control. */
function spread(world: World, control: Uint8Array, tile: number): void {
  const hasZones = (near: number) => terrainOf(world, near)?.flags.has('TER_NO_ZOC') !== true;
  if (!hasZones(tile)) return;
  for (const near of adjacentTiles(world.map, tile)) if (hasZones(near)) control[near] = CONTROLLED;
}

/** By player and tile, whether strangers on it control it and those beside it: all units of a player ask the same. */
const heldTiles = new VersionCache<Map<number, Map<number, Tristate>>>(
  (world) => world,
  () => new Map(),
);

/** Whether no stranger controls a tile from beside it or on it, for units of a player. */
export function isFree(world: World, player: number, index: number): Tristate {
  const byPlayer = heldTiles.of(world);
  const held = byPlayer.get(player) ?? new Map<number, Tristate>();
  byPlayer.set(player, held);
  const controlled = controlledFrom(world, player, index, held);
  return controlled === 'unknown' ? controlled : !controlled;
}

/** As `anyOf` of the tile and those beside it; without a list of them, as searches ask of hundreds of tiles. */
function controlledFrom(world: World, player: number, index: number, held: Map<number, Tristate>): Tristate {
  let result = heldFrom(world, player, index, held);
  for (const { tile } of stepsFrom(world.map, index)) {
    if (result === true) return true;
    const near = heldFrom(world, player, tile, held);
    if (near !== false) result = near;
  }
  return result;
}

function heldFrom(world: World, player: number, index: number, held: Map<number, Tristate>): Tristate {
  let found = held.get(index);
  if (found === undefined) {
    found = isHeldByStrangers(world, player, index);
    held.set(index, found);
  }
  return found;
}

function isHeldByStrangers(world: World, player: number, index: number): Tristate {
  const tile = knownTile(world, index);
  const terrain = tile === undefined ? undefined : world.ruleset.terrains.get(tile.terrain);
  // The server passes over what it has not told; only it knows what stands there.
  if (terrain === undefined) return 'unknown';
  if (terrain.flags.has('TER_NO_ZOC')) return false;
  const city = cityAt(world, index);
  if (city !== undefined && areAllied(world, player, city.owner) !== true) {
    return isSeen(world, index) ? (city.occupied ?? 'unknown') : 'unknown';
  }
  const watched = unitsOn(world, index).some(
    (unit) => areAllied(world, player, unit.owner) !== true && hasZone(world, unit),
  );
  return watched || (showsAllUnits(world, index) ? false : 'unknown');
}
