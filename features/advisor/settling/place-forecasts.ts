import { tilesAround } from '../../../proxy/rules/lookup/adjacency.js';
import type { Tile } from '../../../proxy/rules/lookup/tiles.js';
import type { World } from '../../../proxy/world/world.js';
import { knownLands } from '../rules/known-lands.js';
import type { NewCity, NewCityForecasts } from '../rules/new-city.js';

/** The forecasts of places, and what they were made from. */
interface Kept {
  readonly map: World['map'];
  readonly rules: string;
  readonly radiusSq: number;
  /** By tile, as they were then: lands do not change, they are replaced. */
  readonly lands: (Tile | undefined)[];
  readonly reserved: Uint8Array;
  readonly cities: (NewCity | undefined)[];
}

/** By the table of tiles, which worlds that are supposed from one share. */
const keptOfTiles = new WeakMap<World['tiles'], Kept>();

/**
 * The forecast of a city on each known tile, without the tiles that have a 1 in `reserved`. All but those with a change of
 * land or of `reserved` within the radius of a new city are kept from the time before.
 */
export function placeForecasts(
  world: World,
  forecasts: NewCityForecasts,
  reserved: Uint8Array,
): (centre: Tile) => NewCity {
  const { cities } = upToDate(world, forecasts.rules, reserved);
  return (centre) => {
    const city = cities[centre.tile] ?? forecasts.at(centre, reserved);
    cities[centre.tile] = city;
    return city;
  };
}

function upToDate(world: World, rules: string, reserved: Uint8Array): Kept {
  const { map, tiles } = world;
  const radiusSq = world.game?.initCityRadiusSq ?? 5;
  const lands = knownLands(world);
  const kept = keptOfTiles.get(tiles);
  if (kept?.map !== map || kept.rules !== rules || kept.radiusSq !== radiusSq) {
    const made = { map, rules, radiusSq, lands: [...lands], reserved: reserved.slice(), cities: [] };
    keptOfTiles.set(tiles, made);
    return made;
  }
  const { lands: before, reserved: reservedBefore, cities } = kept;
  for (let tile = 0; tile < lands.length; tile += 1) {
    if (before[tile] === lands[tile] && reservedBefore[tile] === reserved[tile]) continue;
    before[tile] = lands[tile];
    reservedBefore[tile] = reserved[tile] ?? 0;
    for (const near of tilesAround(map, tile, radiusSq)) cities[near] = undefined;
  }
  return kept;
}
