import { z } from 'zod';
import { ok, type Result } from '#shared/core/result.js';
import type { GenAction } from '../../freeciv/generated/packets.js';
import { knownTechIds, ownResearch } from '../../rules/lookup/research.js';
import { plainText } from '../../world/messages.js';
import type { Unit } from '../../world/unit.js';
import { type Action, invalidAction } from '../action.js';
import type { ActionPort } from '../action-port.js';
import { defineUnitAction } from '../actor-action.js';
import { actorFields, NO_SUB_TARGET } from '../common-fields.js';
import { sentAction, targetId, type UnitActionOdds, unitActionOdds } from './server-odds.js';
import { affordablePrice, sabotageTarget, theftTarget } from './unit-action-needs.js';
import { unitActionOffers } from './unit-action-offers.js';
import { unitActionOutcome, unitActionResult, wasTried } from './unit-action-outcome.js';
import { unitActionRefusal } from './unit-action-refusal.js';
import { type UnitAction, type UnitActionId, unitActionTable } from './unit-action-table.js';
import {
  resolveUnitActionTarget,
  type UnitActionTarget,
  unitActionTargetSchema,
} from './unit-action-target.js';
import { doUnitAction } from './unit-orders.js';

/** `ACTION_SPY_POISON` is `unit_spy_poison`; what is done by or to just a unit does not say so again. */
export function unitActionName(action: GenAction): string {
  const name = action.replace('ACTION_', '').toLowerCase();
  return `unit_${/^(?:expel|recycle|disband|upgrade|heal)_unit$/u.test(name) ? name.replace('_unit', '') : name}`;
}

const schema = z.looseObject({
  ...actorFields,
  target: unitActionTargetSchema,
  sub_target: z
    .union([z.string().min(1).max(80), z.int()])
    .describe('building or technology, where the action asks for one')
    .optional(),
  max_cost: z.int().min(0).describe('gold; do not pay more than this').optional(),
});

type Fields = z.output<typeof schema>;

/** All unit actions but those with a file of their own. */
export const unitActions: readonly Action[] = Object.entries(unitActionTable).map(([name, act]) =>
  unitActionOf(name as UnitActionId, act),
);

function unitActionOf(action: UnitActionId, act: UnitAction): Action {
  return defineUnitAction({
    name: unitActionName(action),
    doc: act.doc,
    schema,
    sends: ['unit_get_actions', 'unit_action_query', 'unit_do_action'],
    isRarelyWanted: act.isRarelyWanted ?? false,
    offers: (maker) => unitActionOffers(maker, action, act),
    async plan(port, unit, fields) {
      const kind = port.world.ruleset.actions.get(action)?.tgtKind;
      const target = resolveUnitActionTarget(port, unit, kind, fields.target);
      if (!target.ok) return target;
      const against = await unitActionOdds(port, unit, target.value.tile, target.value.unit);
      const targetNumber = targetId(port.world, action, unit, against);
      const isPossible = against.odds.has(action) || port.skipsRules;
      if (!isPossible || targetNumber === undefined) {
        return impossible(port, action, unit, target.value, against);
      }
      const settled = await resolveNeeds(port, action, act, unit, targetNumber, target.value, fields);
      if (!settled.ok) return settled;
      const { subTarget, cost } = settled.value;
      const known = knownTechIds(ownResearch(port.world));
      return ok({
        send: () =>
          doUnitAction(port, unit.id, targetNumber, sentAction(action, against), { subTgtId: subTarget }),
        effect: (before, world, replies) => {
          const what = unitActionOutcome(unit, target.value, before, world, replies);
          const succeeded = act.succeeded(what);
          if (!wasTried(what, succeeded)) return undefined;
          const price = cost === undefined ? {} : { cost };
          return { action: unitActionName(action), succeeded, ...price, ...unitActionResult(what, known) };
        },
      });
    },
  });
}

/** What the act needs to be settled before: a building, a technology or a price. */
async function resolveNeeds(
  port: ActionPort<'unit_action_query'>,
  action: UnitActionId,
  { needs }: UnitAction,
  unit: Unit,
  targetNumber: number,
  target: UnitActionTarget,
  fields: Fields,
): Promise<Result<{ subTarget: number; cost?: number }>> {
  if (needs === undefined) return ok({ subTarget: NO_SUB_TARGET });
  if (needs === 'price') {
    const cost = await affordablePrice(port, action, unit.id, targetNumber, fields.max_cost);
    return cost.ok ? ok({ subTarget: NO_SUB_TARGET, cost: cost.value }) : cost;
  }
  const owner = port.world.cities.get(target.city ?? -1)?.owner ?? -1;
  const found =
    needs === 'tech'
      ? theftTarget(port.world, owner, fields.sub_target)
      : await sabotageTarget(port, action, unit.id, targetNumber, fields.sub_target);
  return found.ok ? ok({ subTarget: found.value }) : found;
}

/** The server's message when it gives no reason. */
const NO_REASON = 'No action possible.';

/** E130 with the reason by the rules, or else the server's own, and the actions that the unit could do there instead. */
async function impossible(
  port: ActionPort<'unit_get_actions'>,
  action: UnitActionId,
  unit: Unit,
  target: UnitActionTarget,
  against: UnitActionOdds,
) {
  const possible = [...against.odds.keys()].map(unitActionName);
  const { messages } = await port.request('unit_get_actions', {
    actorUnitId: unit.id,
    targetUnitId: target.unit ?? 0,
    targetTileId: target.tile,
    disturbPlayer: true,
  });
  const reasons = messages.map(({ message }) => plainText(message));
  const reason =
    unitActionRefusal(port.world, action, unit, target) ??
    reasons.find((text) => text !== NO_REASON) ??
    'the game server does not say why';
  return invalidAction(`This unit cannot do ${unitActionName(action)} there now: ${reason}`, 'data.target', {
    target: port.world.map.position(target.tile),
    possible_actions: possible,
    reasons,
  });
}
