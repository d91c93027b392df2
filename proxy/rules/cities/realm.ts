import type { City } from '../../world/city.js';
import type { Unit } from '../../world/unit.js';
import type { World } from '../../world/world.js';
import { effectValue } from '../requirements/effects.js';
import { cityContext } from '../requirements/requirement.js';

/** What all cities of a world are asked for, gathered once for each version. */
interface RealmFacts {
  readonly version: number;
  readonly unitsByHome: ReadonlyMap<number, readonly Unit[]>;
  readonly citiesByOwner: ReadonlyMap<number, readonly City[]>;
  readonly centresByOwner: Map<number, readonly City[]>;
}

const known = new WeakMap<World, RealmFacts>();

/** The cities of a player that this seat knows, by id. */
export function citiesOf(world: World, player: number): readonly City[] {
  return realmFacts(world).citiesByOwner.get(player) ?? [];
}

/** The units that a city supports, as far as this seat is told. */
export function supportedUnits(world: World, city: City): readonly Unit[] {
  return realmFacts(world).unitsByHome.get(city.id) ?? [];
}

/** Tiles to the nearest centre of government of the same player (`EFT_GOV_CENTER`); undefined without any. */
export function distanceToCentre(world: World, city: City): number | undefined {
  const { centresByOwner } = realmFacts(world);
  let centres = centresByOwner.get(city.owner);
  if (centres === undefined) {
    centres = citiesOf(world, city.owner).filter(
      (one) => effectValue(world, 'EFT_GOV_CENTER', cityContext(one)) > 0,
    );
    centresByOwner.set(city.owner, centres);
  }
  if (centres.length === 0) return undefined;
  return Math.min(...centres.map(({ tile }) => world.map.distance(tile, city.tile)));
}

/** While a bracket is half applied the world has no version, so nothing is cached then. */
function realmFacts(world: World): RealmFacts {
  const settled = world.pendingVersion === world.version;
  const kept = known.get(world);
  if (settled && kept?.version === world.version) return kept;
  const facts: RealmFacts = {
    version: world.version,
    unitsByHome: grouped(world.units.values(), ({ detail }) => detail?.homecity),
    citiesByOwner: grouped(
      [...world.cities.values()].sort((a, b) => a.id - b.id),
      ({ owner }) => owner,
    ),
    centresByOwner: new Map(),
  };
  if (settled) known.set(world, facts);
  return facts;
}

function grouped<T>(things: Iterable<T>, keyOf: (thing: T) => number | undefined): Map<number, T[]> {
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
