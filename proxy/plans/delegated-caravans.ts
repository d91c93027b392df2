import { isGreatWonder } from '../rules/lookup/cities.js';
import { ownCities, ownUnits } from '../rules/lookup/entity-index.js';
import { buildCost, takesCaravanShields } from '../rules/production/build-costs.js';
import { productionOf } from '../rules/production/target.js';
import { canTypeDo } from '../rules/units/action-enablers.js';
import { unitTypeOf } from '../rules/units/unit-type.js';
import type { City } from '../world/city.js';
import type { Unit } from '../world/unit.js';
import type { World } from '../world/world.js';
import type { Move } from './delegated-defence.js';
import type { DelegationPlan } from './plan.js';
import { endsOf, type Purpose, purposeOf, wayTo } from './purposes.js';
import { isOnItsWay, NOT_SENT, nextSending } from './sending.js';

/** Sends units that can help build wonders to the city that is furthest with one, and lets them help there. */
export function helpWonders(world: World, plan: DelegationPlan, isFree: (unit: Unit) => boolean): Move {
  const helpers = ownUnits(world).filter((unit) => {
    const type = unitTypeOf(world, unit);
    return type !== undefined && canTypeDo(world, type, 'ACTION_HELP_WONDER') && isFree(unit);
  });
  const purpose = purposeOf(world, undefined, { purpose: 'help_wonder' });
  const nothing: Move = { plan, actions: [] };
  return helpers.reduce((move, unit) => helped(world, move, unit, purpose), nothing);
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

/** One helper acts, or is sent on its way to the first city that it can reach. */
function helped(world: World, { plan, actions }: Move, unit: Unit, purpose: Purpose): Move {
  const cities = wonderCities(world);
  const here = cities.find(({ tile }) => endsOf(world, purpose, tile).includes(unit.tile));
  const others = plan.sent.filter(({ id }) => id !== unit.id);
  const before = plan.sent.find(({ id }) => id === unit.id) ?? { ...NOT_SENT, id: unit.id, goal: unit.tile };
  const sending = nextSending(world, before, unit);
  if (sending === 'wait') return { plan, actions };
  if (sending === 'stuck')
    return { plan: { ...plan, sent: others, released: [...plan.released, unit.id] }, actions };
  if (here !== undefined) {
    const target = world.map.position(here.tile);
    const help = { action_type: purpose.action, actor_id: unit.id, target };
    const sent = [...others, { id: unit.id, goal: here.tile, ...sending }];
    return { plan: { ...plan, sent }, actions: [...actions, help] };
  }
  for (const { tile } of cities) {
    const way = wayTo(world, purpose, unit, tile);
    if (way === undefined || isOnItsWay(unit, way.tile)) continue;
    const move = { action_type: 'unit_move', actor_id: unit.id, target: world.map.position(way.tile) };
    const sent = [...others, { id: unit.id, goal: way.tile, ...sending }];
    return { plan: { ...plan, sent }, actions: [...actions, move] };
  }
  return { plan, actions };
}
