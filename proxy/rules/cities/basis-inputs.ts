import { isDeepStrictEqual } from 'node:util';
import type { City } from '../../world/city.js';
import type { World } from '../../world/world.js';
import { tilesAround } from '../lookup/adjacency.js';
import type { Player } from '../lookup/players.js';
import { unitsOn } from '../lookup/tiles.js';
import { VersionCache } from '../lookup/version-cache.js';
import { citiesOf, supportedUnits } from './realm.js';

/** Beyond the radius of a city: what a tile yields may depend on those beside it. */
const NEIGHBOUR_TILES = 1.5;

/** What of a nation, and of the world beyond its cities, decides over all of its cities alike, its own player aside. */
export function inputsBeyond(world: World, owner: number): readonly unknown[] {
  const { ruleset, game, map, latitudes, diplomacy, players, cities } = world;
  const others: unknown[] = [];
  for (const player of players.values()) if (player.playerno !== owner) others.push(player);
  return [
    ...[ruleset, game, map, latitudes, diplomacy.latestVersion, cities.size],
    ...others,
    ...learned.of(world),
    ...builtBy(world, owner),
  ];
}

const learned = new VersionCache<readonly unknown[]>(
  ({ research }) => research,
  ({ research }) =>
    [...research.values()].flatMap(({ id, inventions, techsResearched }) => [
      id,
      inventions,
      techsResearched,
    ]),
);

const built = new VersionCache<Map<number, readonly unknown[]>>(
  ({ cities }) => cities,
  () => new Map(),
);

/** The places and buildings of a nation's cities: centres of government, and buildings that count for all cities. */
function builtBy(world: World, owner: number): readonly unknown[] {
  const known = built.of(world);
  let found = known.get(owner);
  if (found === undefined) {
    found = citiesOf(world, owner).flatMap(({ id, tile, improvements }) => [id, tile, improvements.join()]);
    known.set(owner, found);
  }
  return found;
}

/** Fields of a player that change nothing in its cities but what they make of trade, which is no part of a basis. */
const PLAYER_VOLATILE: ReadonlySet<string> = new Set<keyof Player>([
  'gold',
  'tax',
  'luxury',
  'science',
  'score',
  'love',
  'mood',
  'phaseDone',
  'isReady',
  'nturnsIdle',
  'isConnected',
  'techUpkeep',
  'scienceCost',
  'targetGovernment',
]);

/** Whether a player is as before, as far as it matters to the bases of its cities. */
export function isSamePlayer(before: Player | undefined, now: Player | undefined): boolean {
  return (
    before === now || (before !== undefined && now !== undefined && haveSame(before, now, PLAYER_VOLATILE))
  );
}

/** Fields of city_info that say what a city builds or has in stock, and those that follow from its basis and rates. */
const CITY_VOLATILE: ReadonlySet<string> = new Set<keyof NonNullable<City['detail']>>([
  'productionKind',
  'productionValue',
  'worklist',
  'shieldStock',
  'foodStock',
  'buyCost',
  'didBuy',
  'changedFromKind',
  'changedFromValue',
  'beforeChangeShields',
  'disbandedShields',
  'caravanShields',
  'surplus',
  'prod',
  'usage',
  'waste',
  'citizenBase',
  'unhappyPenalty',
  'pollution',
  'pplHappy',
  'pplContent',
  'pplUnhappy',
  'pplAngry',
]);
const CITY_PARTS: ReadonlySet<string> = new Set<keyof City>(['detail', 'granary']);

/** The same of a city. */
export function isSameCity(before: City, now: City): boolean {
  if (before === now) return true;
  const [then, detail] = [before.detail, now.detail];
  if (then === undefined || detail === undefined) return false;
  return haveSame(before, now, CITY_PARTS) && haveSame(then, detail, CITY_VOLATILE);
}

const arounds = new VersionCache<Map<City, readonly unknown[]>>(
  ({ tiles }) => tiles,
  () => new Map(),
);

/** What a city works, has and supports. A nation supposed to be otherwise has the same. */
export function inputsAround(world: World, city: City): readonly unknown[] {
  const known = arounds.of(world);
  const found = known.get(city) ?? findInputsAround(world, city);
  known.set(city, found);
  return found;
}

function findInputsAround(world: World, city: City): readonly unknown[] {
  const { tiles, tradeRoutes, nationalities } = world;
  const units = supportedUnits(world, city);
  const reach = (Math.sqrt(city.detail?.cityRadiusSq ?? 0) + NEIGHBOUR_TILES) ** 2;
  return [
    tradeRoutes.get(city.id),
    nationalities.get(city.id),
    ...tilesAround(world.map, city.tile, reach).map((tile) => tiles.versionOf(tile)),
    ...unitsOn(world, city.tile),
    units.length,
    ...units.flatMap((unit) => [unit, tiles.versionOf(unit.tile)]),
  ];
}

/** Whether two lists hold the same values, each compared by identity. */
export function areSame(before: readonly unknown[], now: readonly unknown[]): boolean {
  return before.length === now.length && before.every((value, index) => value === now[index]);
}

/** Whether two objects of one kind have the same values, some fields aside. */
function haveSame<T extends object>(before: T, now: T, aside: ReadonlySet<string>): boolean {
  const then = new Map(Object.entries(before));
  return Object.entries(now).every(
    ([field, value]) =>
      aside.has(field) || value === then.get(field) || isDeepStrictEqual(value, then.get(field)),
  );
}
