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

/** The inputs that all cities of a nation share, without its own player. */
export function inputsBeyond(world: World, owner: number): readonly unknown[] {
  const { ruleset, game, map, latitudes, diplomacy, players, cities } = world;
  const others: unknown[] = [];
  for (const player of players.values()) if (player.playerno !== owner) others.push(player);
  return [
    ...[ruleset, game, map, latitudes, diplomacy.positionVersion, cities.size],
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

/** Fields of player_info that no basis depends on. */
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

/** Fields of city_info that no basis depends on: what a city builds or has in stock, and what follows from its basis and the rates. */
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
/** Parts of a city that are compared by field, or not at all. */
const CITY_PARTS: ReadonlySet<string> = new Set<keyof City>(['detail', 'granary']);

/** Whether a city is as before, as far as it matters to its basis. */
export function isSameCity(before: City, now: City): boolean {
  if (before === now) return true;
  const [then, detail] = [before.detail, now.detail];
  if (then === undefined || detail === undefined) return false;
  return haveSame(before, now, CITY_PARTS) && haveSame(then, detail, CITY_VOLATILE);
}

interface Around {
  readonly units: World['units'];
  readonly inputs: readonly unknown[];
}

/** Worlds that differ in a player, such as those of other governments, share tiles and units. */
const arounds = new VersionCache<Map<City, Around>>(
  ({ tiles }) => tiles,
  () => new Map(),
);

/** What a city works, has and supports. */
export function inputsAround(world: World, city: City): readonly unknown[] {
  const known = arounds.of(world);
  const kept = known.get(city);
  if (kept?.units === world.units) return kept.inputs;
  const inputs = findInputsAround(world, city);
  known.set(city, { units: world.units, inputs });
  return inputs;
}

function findInputsAround(world: World, city: City): readonly unknown[] {
  const { tiles, tradeRoutes } = world;
  const units = supportedUnits(world, city);
  const reach = (Math.sqrt(city.detail?.cityRadiusSq ?? 0) + NEIGHBOUR_TILES) ** 2;
  return [
    tradeRoutes.get(city.id),
    ...tilesAround(world.map, city.tile, reach).map((tile) => tiles.versionOf(tile)),
    ...unitsOn(world, city.tile),
    units.length,
    ...units.flatMap((unit) => [unit, tiles.versionOf(unit.tile)]),
  ];
}

/** Whether two objects of one kind have the same values, some fields aside. */
function haveSame<T extends object>(before: T, now: T, aside: ReadonlySet<string>): boolean {
  const then = new Map(Object.entries(before));
  return Object.entries(now).every(
    ([field, value]) =>
      aside.has(field) || value === then.get(field) || isDeepStrictEqual(value, then.get(field)),
  );
}
