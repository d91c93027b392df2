import { z } from 'zod';
import { ok, type Result } from '#shared/core/result.js';
import { typeName } from '../../orders/descriptions.js';
import { planIdOf } from '../../plans/plan.js';
import { isGoingToFound, siteProblem } from '../../plans/settle.js';
import { wayDanger } from '../../plans/way-danger.js';
import { cityAt } from '../../rules/lookup/tiles.js';
import { findPath, type Path, turnsUntilAct } from '../../rules/movement/path.js';
import { canTypeDo } from '../../rules/units/action-enablers.js';
import type { Unit } from '../../world/unit.js';
import { turnOf, type World } from '../../world/world.js';
import { defineAction, invalidAction } from '../action.js';
import type { ActionPort } from '../action-port.js';
import type { StateBefore } from '../changes.js';
import { actorFields, ownUnit, resolveTile, tileTarget } from '../common-fields.js';
import { routeProgress } from '../unit/route-progress.js';
import { sendRouteAndFound } from '../unit/unit-orders.js';

const bestTarget = z
  .looseObject({ value: z.literal('best') })
  .describe('"best": the site that states propose');

const settleTarget = z.union([tileTarget, bestTarget], {
  error: 'expected {x, y} of a tile, or {value: "best"} for the site that states propose',
});
type SettleTarget = z.infer<typeof settleTarget>;

/** Action `settle`: unit_orders that end with ACTION_FOUND_CITY, and a plan that sends them again where they end early. */
export const settle = defineAction({
  name: 'settle',
  aliases: ['unit_settle'],
  doc: 'Send a unit to a site to found a city there, over as many turns as it takes; event plan_ended tells how it ended. With "best" another site is chosen when the one is taken.',
  actor: 'unit',
  schema: z.looseObject({ ...actorFields, target: settleTarget }),
  sends: ['unit_orders'],
  plan(port, fields) {
    const found = founder(port, fields.actor_id);
    if (!found.ok) return found;
    const unit = found.value;
    const isBest = 'value' in fields.target;
    const site = isBest ? bestSite(port, unit) : fixedSite(port, unit, fields.target);
    if (!site.ok) return site;
    const { id, tile } = unit;
    const { movesleft = 0 } = unit.detail ?? {};
    const here = { steps: [], turns: 0, movesLeft: movesleft };
    const path = tile === site.value ? here : findPath(port.world, unit, site.value);
    if (path === undefined)
      return invalidAction('There is no way there that this unit can go and you know of', 'data.target');
    return ok({
      send: () => sendRouteAndFound(port, id, tile, path.steps),
      effect: (before, world) => settleEffect(before, world, unit, site.value, path),
      planChange: {
        kind: 'set',
        plan: {
          kind: 'settle',
          id: planIdOf('settle', id),
          since: turnOf(port.world),
          unitId: id,
          unit: typeName(port.world, unit),
          site: site.value,
          isBest,
          tries: 1,
          sentFrom: tile,
          sentTurn: turnOf(port.world),
        },
      },
    });
  },
});

/** An own unit whose type can found cities. */
function founder(port: ActionPort<never>, id: number): Result<Unit> {
  const unit = ownUnit(port, id);
  if (!unit.ok) return unit;
  const type = port.world.ruleset.unitTypes.get(unit.value.type);
  if (type !== undefined && canTypeDo(port.world, type, 'ACTION_FOUND_CITY')) return unit;
  return invalidAction(`${typeName(port.world, unit.value)} cannot found cities`, 'data.actor_id');
}

function bestSite(port: ActionPort<never>, unit: Unit): Result<number> {
  const site = port.chooseSite?.(port.world, unit);
  return site === undefined
    ? invalidAction('No site for a city is known that this unit can reach', 'data.target')
    : ok(site);
}

function fixedSite(port: ActionPort<never>, unit: Unit, target: SettleTarget): Result<number> {
  const place = tileTarget.safeParse(target);
  if (!place.success) return invalidAction('A site is {x, y} or "best"', 'data.target');
  const site = resolveTile(port, place.data);
  if (!site.ok || port.skipsRules) return site;
  const problem = siteProblem(port.world, unit, site.value);
  return problem === undefined
    ? site
    : invalidAction(`No city can be founded there: ${problem}`, 'data.target');
}

function settleEffect(
  before: StateBefore,
  world: World,
  unit: Unit,
  site: number,
  path: Pick<Path, 'steps' | 'turns' | 'movesLeft'>,
): Record<string, unknown> | undefined {
  const city = cityAt(world, site);
  const place = world.map.position(site);
  if (city !== undefined && city.owner === unit.owner && !before.cities.has(city.id))
    return { city_built: true, city_id: city.id, name: city.name, position: place };
  const now = world.units.get(unit.id);
  const danger = now && wayDanger(world, now, site);
  const plan = {
    plan: planIdOf('settle', unit.id),
    site: place,
    ...(danger !== undefined && { danger }),
  };
  if (now !== undefined && isGoingToFound(now, site)) return { ...plan, turns_left: turnsUntilAct(path) };
  const progress = routeProgress(world, unit, path.steps);
  return progress && { ...plan, ...progress };
}
