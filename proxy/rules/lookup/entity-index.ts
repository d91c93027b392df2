import type { City } from '../../world/city.js';
import type { Unit } from '../../world/unit.js';
import type { World } from '../../world/world.js';
import { VersionCache } from './version-cache.js';

type Groups<T> = ReadonlyMap<number, readonly T[]>;

const tileUnits = new VersionCache<Groups<Unit>>(
  ({ units }) => units,
  ({ units }) => grouped(units.values(), ({ tile }) => tile),
  unitsVersion,
);
const homeUnits = new VersionCache<Groups<Unit>>(
  ({ units }) => units,
  ({ units }) => grouped(units.values(), ({ detail }) => detail?.homecity),
  unitsVersion,
);
const tileCities = new VersionCache<ReadonlyMap<number, City>>(
  ({ cities }) => cities,
  ({ cities }) => new Map([...cities.values()].map((city) => [city.tile, city])),
  citiesVersion,
);
const ownerCities = new VersionCache<Groups<City>>(
  ({ cities }) => cities,
  ({ cities }) =>
    grouped(
      [...cities.values()].sort((a, b) => a.id - b.id),
      ({ owner }) => owner,
    ),
  citiesVersion,
);

function unitsVersion({ units }: World): readonly unknown[] {
  return [units.positionVersion];
}

function citiesVersion({ cities }: World): readonly unknown[] {
  return [cities.positionVersion];
}

/** The units that this seat sees, by the index of their tile. */
export function unitsByTile(world: World): Groups<Unit> {
  return tileUnits.of(world);
}

/** The units whose details this seat is told, by the id of the city that supports them. */
export function unitsByHome(world: World): Groups<Unit> {
  return homeUnits.of(world);
}

/** The cities that this seat knows, by the index of their tile. */
export function cityByTile(world: World): ReadonlyMap<number, City> {
  return tileCities.of(world);
}

/** The cities that this seat knows by the number of their owner, those of each by id. */
export function citiesByOwner(world: World): Groups<City> {
  return ownerCities.of(world);
}

/** All units of the seat's own player. */
export function ownUnits({ units, seat }: World): Unit[] {
  return [...units.values()].filter(({ owner }) => owner === seat.player);
}

/** All cities of the seat's own player. */
export function ownCities({ cities, seat }: World): City[] {
  return [...cities.values()].filter(({ owner }) => owner === seat.player);
}

function grouped<T>(things: Iterable<T>, keyOf: (thing: T) => number | undefined): Groups<T> {
  const groups = new Map<number, T[]>();
  for (const thing of things) {
    const key = keyOf(thing);
    if (key === undefined) continue;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [thing]);
    else group.push(thing);
  }
  return groups;
}
