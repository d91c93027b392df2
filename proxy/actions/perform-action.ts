import { failure } from '#shared/failure.js';
import type { ActionData } from '#shared/messages/action.js';
import { fail, ok, type Result } from '#shared/result.js';
import type { Reply } from '../freeciv/brackets.js';
import type { WakeWish } from '../orders/wake-on.js';
import { resolveName } from '../rules/names.js';
import { defeatWords, ownDefeat } from '../rules/players.js';
import { plainText } from '../world/plain-text.js';
import { type Action, invalid } from './action.js';
import { actionFields } from './action-fields.js';
import type { ActionPort } from './action-port.js';
import { type Change, changesSince, stateBefore } from './changes.js';
import { withoutNumber } from './numbered-offers.js';
import { actions, actionsByAnyName } from './registry.js';
import { combatOf } from './unit/combat-deaths.js';

/** The seat that acts; `watch` notes what wakes a unit from what it was just told to go on with. */
interface ActingPort extends ActionPort {
  watch(unitId: number, wakeOn: WakeWish | undefined): Promise<void>;
}

/** What became of an action that the server dealt with. */
export type ActionResult = {
  readonly type: 'action_result';
  readonly success: boolean;
  readonly outcome: 'applied' | 'no_effect';
  readonly action_type: string;
  readonly result: { readonly action_id: string; readonly state_change: Readonly<Record<string, unknown>> };
  readonly version: number;
  readonly server_messages: readonly string[];
  readonly changes: readonly Change[];
};

/**
 * Checks an action, does it, and reads from the server's bracket what it changed. E130: not valid, nothing was sent.
 * E131: the server refused, with its own sentence. E143: the seat's nation is destroyed. Rejects with ConnectionLost when the outcome is unknown.
 */
export async function performAction(
  port: ActingPort,
  data: ActionData,
  actionId: string,
): Promise<Result<ActionResult>> {
  const named = withoutNumber(port.world, data);
  if (!named.ok) return named;
  const action = findAction(named.value);
  if (!action.ok) return action;
  const defeat = ownDefeat(port.world);
  if (defeat !== undefined && !action.value.isForDead)
    return fail(failure('E143', defeatWords(defeat), { details: { defeated: defeat } }));
  const plan = await action.value.plan(port, actionFields(named.value));
  if (!plan.ok) return plan;
  const before = stateBefore(port.world);
  const replies = await plan.value.send();
  const stateChange = plan.value.effect(before, port.world, replies);
  const messages = sentences(replies);
  const { version } = port.world;
  if (stateChange === undefined && messages.length > 0) {
    return fail(
      failure('E131', messages.join(' '), {
        details: { outcome: 'rejected', action_type: action.value.name, server_messages: messages, version },
      }),
    );
  }
  const { standing } = plan.value;
  if (stateChange !== undefined && standing !== undefined) await port.watch(standing.unitId, standing.wakeOn);
  return ok({
    type: 'action_result',
    success: stateChange !== undefined,
    outcome: stateChange === undefined ? 'no_effect' : 'applied',
    action_type: action.value.name,
    result: { action_id: actionId, state_change: stateChange ?? {} },
    version,
    server_messages: messages,
    changes: changesSince(before, port.world, combatOf(replies, before, port.world).died),
  });
}

function findAction(data: ActionData): Result<Action> {
  const name = data.action_type ?? data.type;
  if (name === undefined) {
    return fail(failure('E101', 'Missing required field data.action_type', { path: 'data.action_type' }));
  }
  const action = actionsByAnyName.get(name);
  if (action !== undefined) return ok(action);
  const named = resolveName([...actions.values()], name);
  if (named.ok) return named;
  return invalid(`There is no action "${name}"`, 'data.action_type', {
    did_you_mean: named.failure.didYouMean,
    action_types: [...actions.keys()],
  });
}

function sentences(replies: readonly Reply[]): string[] {
  return replies.flatMap((reply) => reply.messages.map(({ message }) => plainText(message)));
}
