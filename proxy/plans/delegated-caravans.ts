import type { ActionData } from '#shared/protocol/actions.js';
import { isGreatWonder } from '../rules/lookup/cities.js';
import { ownCities, ownUnits } from '../rules/lookup/entity-index.js';
import { turnsToReach } from '../rules/movement/path.js';
import { buildCost, takesCaravanShields } from '../rules/production/build-costs.js';
import { productionOf } from '../rules/production/target.js';
import { canHelpWonders } from '../rules/units/action-enablers.js';
import type { City } from '../world/city.js';
import type { Unit } from '../world/unit.js';
import type { World } from '../world/world.js';
import type { Move } from './delegated-defence.js';
import type { DelegationPlan } from './plan.js';
import { endsOf, purposeOf } from './purposes.js';
import { NOT_SENT, nextSending } from './sending.js';

/** How far caravans are sent. */
const HELP_REACH = { maxTurns: 40, maxLegs: 2000 } as const;

/** Sends units that can help build wonders to the city that is furthest with one, and lets them help there. */
export function helpWonders(world: World, plan: DelegationPlan, isFree: (unit: Unit) => boolean): Move {
  const nothing: Move = { plan, actions: [] };
  const cities = wonderCities(world);
  if (cities.length === 0) return nothing;
  const helpers = ownUnits(world).filter((unit) => canHelpWonders(world, unit) && isFree(unit));
  return helpers.reduce((move, unit) => helped(world, move, unit, cities), nothing);
}

/** Own cities that build a great wonder which takes shields of units, those with the most shields first. */
function wonderCities(world: World): readonly City[] {
  return ownCities(world)
    .filter((city) => {
      const target = productionOf(world, city);
      if (target?.kind !== 'VUT_IMPROVEMENT' || !isGreatWonder(target.thing)) return false;
      return takesCaravanShields(world, target) && stockOf(city) < buildCost(world, target);
    })
    .toSorted((a, b) => stockOf(b) - stockOf(a) || a.id - b.id);
}

function stockOf({ detail }: City): number {
  return detail?.shieldStock ?? 0;
}

/** A unit helps where it can, or is sent on. After three turns in one place it is released: it cannot come, or was refused. */
function helped(world: World, { plan, actions }: Move, unit: Unit, cities: readonly City[]): Move {
  const purpose = purposeOf(world, unit, { purpose: 'help_wonder' });
  const endsAt = ({ tile }: City) => endsOf(world, purpose, tile);
  const others = plan.sent.filter(({ id }) => id !== unit.id);
  const before = plan.sent.find(({ id }) => id === unit.id) ?? { ...NOT_SENT, id: unit.id, goal: unit.tile };
  const sending = nextSending(world, before, unit);
  if (sending === 'wait') return { plan, actions };
  if (sending === 'stuck')
    return { plan: { ...plan, sent: others, released: [...plan.released, unit.id] }, actions };
  const sentTo = (goal: number, ...more: readonly ActionData[]): Move => ({
    plan: { ...plan, sent: [...others, { id: unit.id, goal, ...sending }] },
    actions: [...actions, ...more],
  });
  const here = cities.find((city) => endsAt(city).includes(unit.tile));
  if (here !== undefined) {
    const target = world.map.position(here.tile);
    return sentTo(here.tile, { action_type: purpose.action, actor_id: unit.id, target });
  }
  const reach = turnsToReach(world, unit, HELP_REACH);
  const [goal] = cities.flatMap((city) => endsAt(city).find((tile) => reach.has(tile)) ?? []);
  if (goal === undefined) return sentTo(unit.tile);
  const target = world.map.position(goal);
  return sentTo(goal, { action_type: 'unit_move', actor_id: unit.id, target });
}
