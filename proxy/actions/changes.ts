import type { Change, EntityFacts } from '#shared/protocol/state/action-result.js';
import { displayName } from '../rules/lookup/names.js';
import type { City } from '../world/city.js';
import type { Unit } from '../world/unit.js';
import { turnOf, type World } from '../world/world.js';

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
    player: playerSummary(world),
    research: researchSummary(world),
  };
}

/** All that changed for this seat since `before`; `died` are the units known to have been killed since then. */
export function changesSince(
  before: StateBefore,
  world: World,
  died: ReadonlySet<number> = new Set(),
): Change[] {
  const own = world.seat.player ?? -1;
  const unitFate = ({ id, owner }: Unit) => {
    if (died.has(id)) return 'died';
    return owner === own ? 'gone' : 'unknown';
  };
  return [
    ...entityChanges(
      'unit',
      before.units,
      world.units.changedSince(before.version),
      world.units.removedSince(before.version),
      (unit) => unitSummary(world, unit),
      unitFate,
    ),
    ...entityChanges(
      'city',
      before.cities,
      world.cities.changedSince(before.version),
      world.cities.removedSince(before.version),
      (city) => citySummary(world, city),
      () => 'gone',
    ),
    ...summaryChange('player', own, before.player, playerSummary(world)),
    ...summaryChange('research', own, before.research, researchSummary(world)),
  ];
}

function entityChanges<T extends { readonly id: number }>(
  kind: Change['kind'],
  before: ReadonlyMap<number, T>,
  changed: Iterable<T>,
  removed: readonly number[],
  summary: (entity: T) => EntityFacts,
  fate: (entity: T) => Required<Change>['fate'],
): Change[] {
  const changes = [...changed].flatMap((entity) => {
    const earlier = before.get(entity.id);
    return summaryChange(kind, entity.id, earlier && summary(earlier), summary(entity));
  });
  for (const id of removed) {
    const earlier = before.get(id);
    if (earlier !== undefined) changes.push({ kind, id, before: summary(earlier), fate: fate(earlier) });
  }
  return changes;
}

function summaryChange(
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

function unitSummary(world: World, unit: Unit): EntityFacts {
  const { x, y } = world.map.position(unit.tile);
  return {
    type: nameOf(world.ruleset.unitTypes.get(unit.type)),
    owner: unit.owner,
    x,
    y,
    hp: unit.hp,
    veteran: unit.veteran,
    activity: unit.activity.replace('ACTIVITY_', '').toLowerCase(),
    ...(unit.detail === undefined
      ? {}
      : {
          moves_left: inMoves(world, unit.detail.movesleft),
          home_city: unit.detail.homecity,
          has_orders: unit.detail.hasOrders,
        }),
  };
}

function citySummary(world: World, city: City): EntityFacts {
  const { x, y } = world.map.position(city.tile);
  return {
    name: city.name,
    owner: city.owner,
    x,
    y,
    size: city.size,
    ...(city.detail === undefined
      ? {}
      : {
          production: productionName(world, city.detail.productionKind, city.detail.productionValue),
          shield_stock: city.detail.shieldStock,
        }),
  };
}

function productionName(world: World, kind: string, value: number): string {
  const { unitTypes, improvements } = world.ruleset;
  return nameOf(kind === 'VUT_UTYPE' ? unitTypes.get(value) : improvements.get(value));
}

function playerSummary(world: World): EntityFacts | undefined {
  const player = world.players.get(world.seat.player ?? -1);
  if (player === undefined) return undefined;
  const { gold, tax, luxury, science, phaseDone } = player;
  const government = nameOf(world.ruleset.governments.get(player.government));
  return { gold, government, tax, luxury, science, turn_done: phaseDone };
}

function researchSummary(world: World): EntityFacts | undefined {
  const research = world.research.get(world.seat.player ?? -1);
  if (research === undefined) return undefined;
  return {
    researching: nameOf(world.ruleset.techs.get(research.researching)),
    goal: nameOf(world.ruleset.techs.get(research.techGoal)),
    bulbs: research.bulbsResearched,
  };
}

function nameOf(thing: { readonly name: string } | undefined): string {
  return thing === undefined ? 'none' : displayName(thing.name);
}

/** Move fragments to moves, at two digits. */
function inMoves(world: World, fragments: number): number {
  return Math.round((fragments / (world.ruleset.terrainControl?.moveFragments ?? 1)) * 100) / 100;
}
