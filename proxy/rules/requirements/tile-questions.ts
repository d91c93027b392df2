import type { City } from '../../world/city.js';
import type { World } from '../../world/world.js';
import { adjacentTiles, cardinalTiles } from '../lookup/adjacency.js';
import { cityTiles } from '../lookup/cities.js';
import { isPlayer } from '../lookup/players.js';
import { rulesetIndex } from '../lookup/ruleset-index.js';
import {
  cityAt,
  extrasOn,
  hasExtra,
  isSeen,
  knownTile,
  latitudeOf,
  type Terrain,
  type Tile,
  unitsOn,
} from '../lookup/tiles.js';
import { anyOf, type Tristate } from '../lookup/tristate.js';
import { tradePartners } from './city-questions.js';
import type { Question, Requirement, RequirementContext } from './requirement.js';
import { namesOneOf, requiredName } from './requirement-names.js';

/** Asks for one tile in range that `holds` accepts; unknown tiles make the answer unknown. */
function anyTile(
  holds: (world: World, requirement: Requirement, tile: Tile, context: RequirementContext) => Tristate,
): Question {
  return (world, requirement, context) => {
    const isAt = (place: number): Tristate => {
      const tile = knownTile(world, place);
      return tile === undefined ? 'unknown' : holds(world, requirement, tile, context);
    };
    if (requirement.range === 'REQ_RANGE_LOCAL')
      return context.tile === undefined ? undefined : isAt(context.tile);
    const places = placesInRange(world, requirement, context);
    return places === undefined || places === 'unknown' ? places : anyOf(places, isAt);
  };
}

/** Tile indexes; undefined when the context has no place for such a range. */
function placesInRange(
  world: World,
  { range }: Requirement,
  { tile, city }: RequirementContext,
): readonly number[] | 'unknown' | undefined {
  switch (range) {
    case 'REQ_RANGE_LOCAL':
      return tile === undefined ? undefined : [tile];
    case 'REQ_RANGE_CADJACENT':
      return tile === undefined ? undefined : cardinalTiles(world.map, tile);
    case 'REQ_RANGE_ADJACENT':
      return tile === undefined ? undefined : adjacentTiles(world.map, tile);
    case 'REQ_RANGE_CITY':
      return city === undefined ? undefined : (cityTiles(world, city) ?? 'unknown');
    case 'REQ_RANGE_TRADEROUTE':
      return city === undefined ? undefined : (tradingTiles(world, city) ?? 'unknown');
    default:
      return undefined;
  }
}

function tradingTiles(world: World, city: City): number[] | undefined {
  const partners = tradePartners(world, city);
  if (partners === undefined) return undefined;
  const found: number[] = [];
  for (const place of [city, ...partners]) {
    const tiles = place === undefined ? undefined : cityTiles(world, place);
    if (tiles === undefined) return undefined;
    found.push(...tiles);
  }
  return found;
}

function anyTerrain(holds: (terrain: Terrain, requirement: Requirement) => boolean): Question {
  return anyTile((world, requirement, tile) => {
    const terrain = world.ruleset.terrains.get(tile.terrain);
    return terrain === undefined ? 'unknown' : holds(terrain, requirement);
  });
}

/** VUT_TERRAIN: whether a tile in range has that terrain. */
export const terrainQuestion = anyTerrain((terrain, requirement) => terrain.id === requirement.value);

/** VUT_TERRAINCLASS: whether a tile in range is land or ocean. */
export const terrainClassQuestion = anyTerrain(
  (terrain, requirement) => terrain.tclass === requiredName(requirement),
);

/** VUT_TERRFLAG: whether the terrain of a tile in range has that flag. */
export const terrainFlagQuestion = anyTerrain((terrain, requirement) =>
  namesOneOf(requirement, terrain.flags),
);

/** VUT_TERRAINALTER: whether a tile in range can be irrigated, mined or given a road, a base or something placed. */
export const terrainAlterQuestion = anyTerrain((terrain, requirement) => {
  switch (requiredName(requirement)) {
    case 'TA_CAN_IRRIGATE':
      return terrain.irrigationResult === terrain.id;
    case 'TA_CAN_MINE':
      return terrain.miningResult === terrain.id;
    case 'TA_CAN_ROAD':
      return terrain.roadTime > 0;
    case 'TA_CAN_BASE':
      return terrain.baseTime > 0;
    case 'TA_CAN_PLACE':
      return (terrain.placingTime ?? 0) > 0;
    default:
      return false;
  }
});

/** VUT_EXTRA: whether a tile in range has that extra. */
export const extraQuestion = anyTile((_world, requirement, tile) => hasExtra(tile, requirement.value));

/** VUT_EXTRAFLAG: whether a tile in range has an extra with that flag. */
export const extraFlagQuestion = anyTile((world, requirement, tile) => {
  return extrasOn(world, tile).some((extra) => namesOneOf(requirement, extra.flags));
});

/** VUT_ROADFLAG: whether a tile in range has a road with that flag. */
export const roadFlagQuestion = anyTile((world, requirement, tile) => {
  const { roads } = rulesetIndex(world.ruleset);
  return [...roads].some(([extra, road]) => namesOneOf(requirement, road.flags) && hasExtra(tile, extra));
});

/** VUT_BASEFLAG: whether a tile in range has a base with that flag. */
export const baseFlagQuestion = anyTile((world, requirement, tile) => {
  const { bases } = rulesetIndex(world.ruleset);
  return [...bases].some(([extra, base]) => namesOneOf(requirement, base.flags) && hasExtra(tile, extra));
});

/** Units that cannot be seen count for the server, so "few units here" is sure only where there are too many. */
export const maxTileUnitsQuestion = anyTile((world, requirement, tile) => {
  if (unitsOn(world, tile.tile).length > requirement.value)
    return isSeen(world, tile.tile) ? false : 'unknown';
  const mine = unitsOn(world, tile.tile).some((unit) => unit.owner === world.seat.player);
  return mine || world.seat.observer ? true : 'unknown';
});

/** VUT_CITYTILE: whether a tile in range is a city's centre, claimed by anybody, or worked. */
export const cityTileQuestion = anyTile((world, requirement, tile, { city }) => {
  switch (requiredName(requirement)) {
    case 'CITYT_CENTER':
      return city === undefined ? cityAt(world, tile.tile) !== undefined : city.tile === tile.tile;
    case 'CITYT_CLAIMED':
      return isPlayer(tile.owner);
    case 'CITYT_EXTRAS_OWNED':
      return isPlayer(tile.extrasOwner);
    default:
      return 'unknown';
  }
});

/** VUT_MINLATITUDE: whether a tile in range lies at that latitude or further north. */
export const minLatitudeQuestion = anyLatitude((latitude, { value }) => latitude >= value);

/** VUT_MAXLATITUDE: whether a tile in range lies at that latitude or further south. */
export const maxLatitudeQuestion = anyLatitude((latitude, { value }) => latitude <= value);

/** Asks for one tile in range with a latitude that `holds` accepts. */
function anyLatitude(holds: (latitude: number, requirement: Requirement) => boolean): Question {
  return (world, requirement, context) => {
    const places = placesInRange(world, requirement, context);
    if (places === undefined || places === 'unknown') return places;
    return anyOf(places, (place) => {
      const latitude = latitudeOf(world, place);
      return latitude === undefined ? 'unknown' : holds(latitude, requirement);
    });
  };
}
