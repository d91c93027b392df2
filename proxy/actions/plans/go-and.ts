import { z } from 'zod';
import { ok, type Result } from '#shared/core/result.js';
import { goAndPurposes } from '#shared/protocol/state/plans.js';
import { typeName } from '../../orders/descriptions.js';
import { type GoAndPlan, planIdOf } from '../../plans/plan.js';
import { endsOf, type Purpose, purposeOf, wayTo } from '../../plans/purposes.js';
import { NOT_SENT } from '../../plans/sending.js';
import { cityAt } from '../../rules/lookup/tiles.js';
import { canTypeDo } from '../../rules/units/action-enablers.js';
import { canFortify } from '../../rules/units/unit-activities.js';
import type { Unit } from '../../world/unit.js';
import { turnOf } from '../../world/world.js';
import { invalidAction, settingPlan } from '../action.js';
import type { ActionPort } from '../action-port.js';
import { defineUnitAction } from '../actor-action.js';
import { actorFields, resolveTile, tileTarget } from '../common-fields.js';
import { moveRefusal } from '../unit/move-refusal.js';

/** Action `go_and`: a plan that sends a unit on until it is there, and then does the action it goes for. */
export const goAnd = defineUnitAction({
  name: 'go_and',
  doc: 'Send a unit to a tile or city to do something there, over as many turns as it takes; event plan_ended tells how it ended.',
  schema: z.looseObject({
    ...actorFields,
    target: tileTarget,
    do: z.enum(goAndPurposes).describe('what the unit does once it is there'),
    patrol_to: z
      .looseObject({ x: z.int(), y: z.int() })
      .describe('only with patrol: {x, y} of the other end')
      .optional(),
  }),
  sends: [],
  plan(port, unit, fields) {
    const goal = resolveTile(port, fields.target);
    if (!goal.ok) return goal;
    const { do: purpose, patrol_to: end } = fields;
    const patrolTo = end === undefined ? ok(undefined) : resolveTile(port, end);
    if (!patrolTo.ok) return patrolTo;
    if ((purpose === 'patrol') !== (end !== undefined))
      return invalidAction('patrol_to is the other end of a patrol, and of nothing else', 'data.patrol_to');
    const turns = turnsTo(port, unit, goal.value, purpose);
    if (!turns.ok) return turns;
    const { id, tile } = unit;
    const plan: GoAndPlan = {
      kind: 'go_and',
      id: planIdOf('go_and', id),
      since: turnOf(port.world),
      unitId: id,
      ...NOT_SENT,
      unit: typeName(port.world, unit),
      goal: goal.value,
      purpose,
      ...(patrolTo.value !== undefined && { patrolTo: patrolTo.value }),
      stage: tile === goal.value ? 'there' : 'going',
    };
    return ok(settingPlan(plan, () => ({ turns: turns.value })));
  },
});

/** The turns that the way takes; E130 where there is none, or the unit could never do there what it goes for. */
function turnsTo(
  port: ActionPort<never>,
  unit: Unit,
  goal: number,
  purpose: GoAndPlan['purpose'],
): Result<number> {
  const { world } = port;
  const type = world.ruleset.unitTypes.get(unit.type);
  const name = typeName(world, unit);
  const rule = purposeOf(world, unit, { purpose });
  const problem = cityProblem(port, unit, goal, rule.city);
  if (problem !== undefined) return invalidAction(problem, 'data.target');
  const { ability } = rule;
  if (
    ability !== undefined &&
    type !== undefined &&
    !ability.actions.some((one) => canTypeDo(world, type, one))
  )
    return invalidAction(`${name} cannot ${ability.words}`, 'data.do');
  if (purpose === 'fortify' && canFortify(world, unit) === false && type?.flags.has('UTYF_CIVILIAN') === true)
    return invalidAction(`${name} cannot fortify: use sentry`, 'data.do');
  if (endsOf(world, rule, goal).includes(unit.tile)) return ok(0);
  const way = wayTo(world, rule, unit, goal);
  return way === undefined
    ? invalidAction(moveRefusal(world, unit, goal), 'data.target')
    : ok(way.path.turns);
}

/** Why the city of a goal does not do; undefined where it does, or none is needed. */
function cityProblem(
  { world }: ActionPort<never>,
  { owner: me }: Unit,
  goal: number,
  owner: Purpose['city'],
): string | undefined {
  const city = cityAt(world, goal);
  if (owner === 'own' && city?.owner !== me) return 'None of your cities is there';
  if (owner === 'any' && city === undefined) return 'You know of no city there';
  if (owner === 'foreign' && (city === undefined || city.owner === me))
    return 'You know of no foreign city there';
  return undefined;
}
