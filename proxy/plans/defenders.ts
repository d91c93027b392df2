import type { ActionData } from '#shared/protocol/actions.js';
import { unitsOn } from '../rules/lookup/tiles.js';
import { buildCost } from '../rules/production/build-costs.js';
import { canBuild } from '../rules/production/build-targets.js';
import { allTargets, type Target, targetOf } from '../rules/production/target.js';
import { isDefenderType } from '../rules/units/unit-type.js';
import type { City } from '../world/city.js';
import type { Unit } from '../world/unit.js';
import type { World } from '../world/world.js';

/** What a city builds or has on its worklist, which may be something else than a unit type or an improvement. */
export interface PlannedThing {
  readonly kind: string;
  readonly value: number;
}

/** What a city builds, and what it has on its worklist. */
export function plannedIn({ detail }: City): PlannedThing[] {
  if (detail === undefined) return [];
  return [
    { kind: detail.productionKind, value: detail.productionValue },
    ...detail.worklist.map(({ kind, value }) => ({ kind, value })),
  ];
}

/** Whether a unit is fit to hold a city. */
export function isDefender(world: World, { type }: Unit): boolean {
  const unitType = world.ruleset.unitTypes.get(type);
  return unitType !== undefined && isDefenderType(unitType);
}

/** Own units in a city that are fit to hold it. */
export function defendersIn(world: World, city: City): readonly Unit[] {
  return unitsOn(world, city.tile).filter((unit) => unit.owner === city.owner && isDefender(world, unit));
}

/** How many defenders a city builds and has on its worklist. */
export function plannedDefenders(world: World, city: City): number {
  return plannedIn(city).filter(({ kind, value }) => {
    const target = targetOf(world, kind, value);
    return target?.kind === 'VUT_UTYPE' && isDefenderType(target.thing);
  }).length;
}

/** Lets a city build its best defender next, after what it builds now; none where it can build none. */
export function buildDefender(world: World, city: City): readonly ActionData[] {
  const [best] = allTargets(world)
    .filter((target) => target.kind === 'VUT_UTYPE' && isDefenderType(target.thing))
    .filter((target) => canBuild(world, city, target) === true)
    .sort((a, b) => defenseOf(b) - defenseOf(a) || buildCost(world, a) - buildCost(world, b));
  if (best === undefined) return [];
  const items = [best.thing.ruleName];
  return [{ action_type: 'city_worklist_insert', actor_id: city.id, items, position: 0 }];
}

function defenseOf(target: Target): number {
  return target.kind === 'VUT_UTYPE' ? target.thing.defenseStrength : 0;
}
