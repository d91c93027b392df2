import type { ExtraRmcause, UnitActivity } from '../../freeciv/generated/packets.js';
import { hasBit, withBit } from '../../freeciv/value-codecs.js';
import type { Unit } from '../../world/unit.js';
import type { World } from '../../world/world.js';
import { researchOf } from '../lookup/players.js';
import { techState } from '../lookup/research.js';
import { rulesetIndex } from '../lookup/ruleset-index.js';
import {
  cityAt,
  type Extra,
  extrasOn,
  hasExtra,
  knownTile,
  type Terrain,
  type Tile,
  terrainOf,
  unitsOn,
} from '../lookup/tiles.js';
import { unitContext } from '../requirements/requirement.js';
import { areMet, arePossible } from '../requirements/requirements.js';

/** Whether a unit can begin to build an extra where it stands (`can_build_extra`). */
export function canBuildExtra(world: World, unit: Unit, extra: Extra): boolean {
  const tile = knownTile(world, unit.tile);
  if (tile === undefined || !canStand(world, unit.owner, tile, extra)) return false;
  if (lacksTime(world, tile, extra) || conflictsWithWork(world, unit, extra)) return false;
  return areMet(world, extra.reqs, unitContext(world, unit)) === true;
}

/** Whether some unit of a player could build an extra on a tile (`player_can_build_extra`). */
export function canPlayerBuildExtra(world: World, player: number, tile: Tile, extra: Extra): boolean {
  if (!canStand(world, player, tile, extra)) return false;
  return arePossible(world, extra.reqs, { player, otherPlayer: tile.owner, tile: tile.tile }) !== false;
}

/** Whether an extra that is built can come to a tile that a player knows (`can_build_extra_base`). */
function canStand(world: World, player: number, tile: Tile, extra: Extra): boolean {
  if (!extra.buildable || hasExtra(tile, extra.id) || needsBridge(world, player, tile, extra)) return false;
  // A base that claims land cannot stand where a city claims it.
  const base = rulesetIndex(world.ruleset).bases.get(extra.id);
  return base === undefined || base.borderSq < 0 || cityAt(world, tile.tile) === undefined;
}

/** Whether an extra that is of several kinds at once cannot be built on this terrain for one of them, as later versions ask. */
function lacksTime(world: World, tile: Tile, { causes, bridgedOver }: Extra): boolean {
  const terrain = world.ruleset.terrains.get(tile.terrain);
  if (terrain === undefined || bridgedOver === undefined) return false;
  return (
    (causes.has('EC_BASE') && terrain.baseTime === 0) ||
    (causes.has('EC_ROAD') && terrain.roadTime === 0) ||
    (causes.has('EC_IRRIGATION') && terrain.irrigationTime === 0) ||
    (causes.has('EC_MINE') && terrain.miningTime === 0)
  );
}

/** Whether a road over a river lacks `TF_BRIDGE`: by `RF_REQUIRES_BRIDGE` in 3.0, by `bridged_over` later. */
export function needsBridge(world: World, player: number, tile: Tile, extra: Extra): boolean {
  const { roads } = rulesetIndex(world.ruleset);
  const { bridgedOver } = extra;
  if (bridgedOver !== undefined)
    return (
      extrasOn(world, tile).some((other) => hasBit(bridgedOver, other.id)) && !knowsBridges(world, player)
    );
  if (roads.get(extra.id)?.flags.has('RF_REQUIRES_BRIDGE') !== true || knowsBridges(world, player))
    return false;
  return extrasOn(world, tile).some(
    (other) => roads.get(other.id)?.flags.has('RF_PREVENTS_OTHER_ROADS') === true,
  );
}

function knowsBridges(world: World, player: number): boolean {
  const research = researchOf(world, player);
  if (research === undefined) return false;
  return rulesetIndex(world.ruleset).bridgeTechs.some((tech) => techState(research, tech) === 'known');
}

const buildActivities: ReadonlySet<UnitActivity> = new Set([
  'ACTIVITY_GEN_ROAD',
  'ACTIVITY_IRRIGATE',
  'ACTIVITY_MINE',
  'ACTIVITY_BASE',
]);

/** Whether another unit on the tile works on an extra that excludes this one. The unit's own work does not count: it stops first. */
function conflictsWithWork(world: World, unit: Unit, extra: Extra): boolean {
  return unitsOn(world, unit.tile).some(
    (other) =>
      other.id !== unit.id &&
      buildActivities.has(other.activity) &&
      other.activityTarget >= 0 &&
      hasBit(extra.conflicts, other.activityTarget),
  );
}

/** The ways to take an extra off a tile. */
export type Removal = 'pillage' | 'pollution' | 'fallout';

interface Kind {
  readonly cause: ExtraRmcause;
  /** Turns of work on this terrain; 0 where it cannot be done. */
  time(terrain: Terrain, extra: Extra): number;
}

const kinds: Readonly<Record<Removal, Kind>> = {
  pillage: { cause: 'ERM_PILLAGE', time: (terrain) => terrain.pillageTime },
  pollution: {
    cause: 'ERM_CLEANPOLLUTION',
    time: (terrain, extra) => terrain.extraRemovalTimes?.[extra.id] ?? terrain.cleanPollutionTime,
  },
  fallout: { cause: 'ERM_CLEANFALLOUT', time: (terrain) => terrain.cleanFalloutTime },
};

/** The extras a unit can begin to remove where it stands: for cleaning the newest kind first, as the server does. */
export function removableExtras(world: World, unit: Unit, removal: Removal): Extra[] {
  const tile = knownTile(world, unit.tile);
  const terrain = terrainOf(world, unit.tile);
  const { cause, time } = kinds[removal];
  if (tile === undefined || terrain === undefined) return [];
  const here = extrasOn(world, tile);
  return here
    .filter((extra) => extra.rmcauses.has(cause) && time(terrain, extra) > 0)
    .filter((extra) => canRemove(world, unit, tile, extra))
    .filter((extra) => removal !== 'pillage' || isFreeToPillage(world, unit, extra, tile))
    .toReversed();
}

function canRemove(world: World, unit: Unit, tile: Tile, extra: Extra): boolean {
  const city = cityAt(world, unit.tile);
  if (city !== undefined && isBuiltAnew(world, city.owner, tile, extra)) return false;
  return areMet(world, extra.rmreqs, unitContext(world, unit)) === true;
}

/** Whether a city always has an extra on its tile, or builds it again at once (`can_extra_be_removed`). */
function isBuiltAnew(world: World, owner: number, tile: Tile, extra: Extra): boolean {
  if (extra.flags.has('EF_ALWAYS_ON_CITY_CENTER')) return true;
  if (!extra.flags.has('EF_AUTO_ON_CITY_CENTER')) return false;
  const without = { ...tile, extras: withBit(tile.extras, extra.id, false) };
  return canPlayerBuildExtra(world, owner, without, extra);
}

/** One unit at a time, and not what something else here rests on. */
function isFreeToPillage(world: World, unit: Unit, extra: Extra, tile: Tile): boolean {
  const taken = unitsOn(world, unit.tile).some(
    (other) =>
      other.id !== unit.id && other.activity === 'ACTIVITY_PILLAGE' && other.activityTarget === extra.id,
  );
  return !taken && extrasOn(world, tile).every((other) => couldStay(world, other, extra, tile));
}

/** Whether a tile's extras could stay without one. The server asks it of the extra itself as well. */
function couldStay(world: World, upper: Extra, { id }: Extra, { tile, extras }: Tile): boolean {
  return upper.reqs.every((requirement) => {
    const { type, value, present, range } = requirement;
    const isOfHere = type === 'VUT_EXTRA' && range === 'REQ_RANGE_LOCAL';
    if (isOfHere) return (value !== id && hasBit(extras, value)) === present;
    if (type === 'VUT_EXTRA' && value === id && present) return false;
    return arePossible(world, [requirement], { tile }) === true;
  });
}
