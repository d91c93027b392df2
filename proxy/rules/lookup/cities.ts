import { memo } from '#shared/core/memo.js';
import type { PacketFields } from '../../freeciv/generated/packets.js';
import { hasBit } from '../../freeciv/value-codecs.js';
import type { City } from '../../world/city.js';
import type { MapGeometry } from '../../world/map-geometry.js';
import type { World } from '../../world/world.js';
import { tilesAround } from './adjacency.js';
import type { Tristate } from './tristate.js';

/** A building or wonder of the ruleset. */
export type Improvement = PacketFields['ruleset_building'];

/** Whether only one city of the world can have it. */
export function isGreatWonder(building: Improvement): boolean {
  return building.genus === 'IG_GREAT_WONDER';
}

/** Whether it is a great or a small wonder. */
export function isWonder(building: Improvement): boolean {
  return isGreatWonder(building) || building.genus === 'IG_SMALL_WONDER';
}

/** Whether a building stands in a city. Of foreign cities the server sends only wonders and buildings that are visible from outside. */
export function hasBuilding(city: City, building: Improvement): Tristate {
  if (hasBit(city.improvements, building.id)) return true;
  const shows = isWonder(building) || building.flags.has('IF_VISIBLE_BY_OTHERS');
  return city.detail !== undefined || shows ? false : 'unknown';
}

/** The tiles a city may work, known or not; undefined when the server did not send its radius. */
export function cityTiles(world: World, city: City): readonly number[] | undefined {
  const radiusSq = city.detail?.cityRadiusSq;
  if (radiusSq === undefined) return undefined;
  return tilesOf(city, world.map);
}

const tilesOf = memo((city: City, map: MapGeometry) =>
  tilesAround(map, city.tile, city.detail?.cityRadiusSq ?? 0),
);
