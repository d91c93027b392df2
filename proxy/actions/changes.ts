import type { Change, EntityFacts } from '#shared/protocol/state/action-result.js';
import type { City } from '../world/city.js';
import type { Unit } from '../world/unit.js';
import { turnOf, type World } from '../world/world.js';
import { cityFacts, playerFacts, researchFacts, unitFacts } from './entity-facts.js';

/** What of a world can be compared with later: entities do not change, they are replaced. */
export interface StateBefore {
  readonly version: number;
  readonly turn: number;
  readonly units: ReadonlyMap<number, Unit>;
  readonly cities: ReadonlyMap<number, City>;
  readonly player: EntityFacts | undefined;
  readonly research: EntityFacts | undefined;
}

/** Notes the state of a world before an action, to be compared with the state after it. */
export function stateBefore(world: World): StateBefore {
  return {
    version: world.version,
    turn: turnOf(world),
    units: new Map([...world.units.values()].map((unit) => [unit.id, unit])),
    cities: new Map([...world.cities.values()].map((city) => [city.id, city])),
    player: playerFacts(world),
    research: researchFacts(world),
  };
}

/** All that changed for this seat since `before`; `died` are the units known to have been killed since then. */
export function changesSince(
  before: StateBefore,
  world: World,
  died: ReadonlySet<number> = new Set(),
): Change[] {
  const own = world.seat.player ?? -1;
  const given = givenCities(before, world, own);
  const unitFate = (unit: Unit) => {
    if (died.has(unit.id)) return 'died';
    if (unit.owner !== own) return 'unknown';
    return given.some((city) => belongsTo(unit, city)) ? 'handed_over' : 'gone';
  };
  return [
    ...entityChanges(
      'unit',
      before.units,
      world.units.changedSince(before.version),
      world.units.removedSince(before.version),
      (unit) => unitFacts(world, unit),
      unitFate,
    ),
    ...entityChanges(
      'city',
      before.cities,
      world.cities.changedSince(before.version),
      world.cities.removedSince(before.version),
      (city) => cityFacts(world, city),
      () => 'gone',
    ),
    ...factsChange('player', own, before.player, playerFacts(world)),
    ...factsChange('research', own, before.research, researchFacts(world)),
  ];
}

/** Own cities that now belong to another player. */
function givenCities(before: StateBefore, world: World, own: number): readonly City[] {
  return [...before.cities.values()].filter(({ id, owner }) => {
    const now = world.cities.get(id)?.owner;
    return owner === own && now !== undefined && now !== own;
  });
}

/** Whether a treaty that gives away a city gives this unit with it: one in the city or at home there (`transfer_city_units`). */
function belongsTo({ tile, detail }: Unit, city: City): boolean {
  return tile === city.tile || detail?.homecity === city.id;
}

function entityChanges<T extends { readonly id: number }>(
  kind: Change['kind'],
  before: ReadonlyMap<number, T>,
  changed: Iterable<T>,
  removed: readonly number[],
  factsOf: (entity: T) => EntityFacts,
  fate: (entity: T) => Required<Change>['fate'],
): Change[] {
  const changes = [...changed].flatMap((entity) => {
    const earlier = before.get(entity.id);
    return factsChange(kind, entity.id, earlier && factsOf(earlier), factsOf(entity));
  });
  for (const id of removed) {
    const earlier = before.get(id);
    if (earlier !== undefined) changes.push({ kind, id, before: factsOf(earlier), fate: fate(earlier) });
  }
  return changes;
}

function factsChange(
  kind: Change['kind'],
  id: number,
  before: EntityFacts | undefined,
  after: EntityFacts | undefined,
): Change[] {
  if (after === undefined) return [];
  if (before === undefined) return [{ kind, id, after }];
  const earlier = new Map(Object.entries(before));
  const changed = Object.entries(after).filter(([name, value]) => value !== earlier.get(name));
  if (changed.length === 0) return [];
  const known = changed.filter(([name]) => earlier.has(name));
  return [
    {
      kind,
      id,
      before: Object.fromEntries(known.map(([name]) => [name, earlier.get(name)])),
      after: Object.fromEntries(changed),
    },
  ];
}
