import { type Failure, failure } from '#shared/core/failure.js';
import { fail, ok, type Result } from '#shared/core/result.js';
import type { ActionData } from '#shared/protocol/actions.js';
import type { ActionResult, Change } from '#shared/protocol/state/action-result.js';
import type { Reply } from '../freeciv/brackets.js';
import { ProtocolError } from '../freeciv/errors.js';
import type { WakeOn } from '../orders/wake.js';
import { queueOfPlan } from '../plans/city-plan.js';
import type { PlanChange, PlanEnd } from '../plans/plan.js';
import type { AgentAction } from '../plans/plan-list.js';
import { resolveName } from '../rules/lookup/names.js';
import { defeatMessage, ownDefeat } from '../rules/lookup/players.js';
import { plainText } from '../world/messages.js';
import type { World } from '../world/world.js';
import { type Action, type ActionPlan, invalidAction } from './action.js';
import { actionFields, unknownActionFields } from './action-fields.js';
import type { ActionPort } from './action-port.js';
import { changesSince, type StateBefore, stateBefore } from './changes.js';
import { withoutNumber } from './legal-actions.js';
import { actions, actionsByAnyName } from './registry.js';
import { combatOf } from './unit/combat.js';

/** The seat that acts. */
export interface ActingPort extends ActionPort {
  /** Notes what wakes a unit from the standing order it was just given. */
  trackOrder(unitId: number, wakeOn: WakeOn | undefined): Promise<void>;
  /** Sets and begins a standing plan, or cancels some; how it ended where it did at once. */
  changePlan(change: PlanChange): Promise<PlanEnd | undefined>;
  /** Ends the standing plans that an action of the agent overrides; their ids. */
  endPlansBy(action: AgentAction, actorId: number | undefined): Promise<readonly string[]>;
}

/**
 * Checks an action, does it, and reads from the server's bracket what it changed. E130: not valid, or no packet
 * can carry it; nothing was sent.
 * E131: the server refused, with its own sentence. E143: the seat's nation is destroyed. Rejects with ConnectionLost when the outcome is unknown.
 */
export async function performAction(
  port: ActingPort,
  data: ActionData,
  actionId: string,
): Promise<Result<ActionResult>> {
  try {
    const prepared = await prepare(port, data);
    if (!prepared.ok) return prepared;
    const before = stateBefore(port.world);
    const replies = [await prepared.value.plan.send()].flat();
    return await verdictOf(port, { ...prepared.value, before, replies, actionId });
  } catch (error) {
    // Thrown before the packet is written; what the server sends wrongly ends the connection instead.
    if (error instanceof ProtocolError) return fail(unsendable(error));
    throw error;
  }
}

function unsendable({ message, field }: ProtocolError): Failure {
  const details = field === undefined ? {} : { packet_field: field };
  return failure('E130', `The game server takes no such value: ${message}`, { path: 'data', details });
}

interface PreparedAction {
  readonly action: Action;
  /** What of the request no action of that name knows. */
  readonly warnings: readonly string[];
  readonly actorId: number | undefined;
  readonly plan: ActionPlan;
}

async function prepare(port: ActingPort, data: ActionData): Promise<Result<PreparedAction>> {
  const named = withoutNumber(port.world, data);
  if (!named.ok) return named;
  const found = findAction(named.value);
  if (!found.ok) return found;
  const action = found.value;
  const defeat = ownDefeat(port.world);
  if (defeat !== undefined && !action.allowsDefeated)
    return fail(failure('E143', defeatMessage(defeat), { details: { defeated: defeat } }));
  const fields = actionFields(named.value);
  const validationPort = named.value.parameters?.validate === false ? withoutRules(port) : port;
  const plan = await action.plan(validationPort, fields);
  if (!plan.ok) return plan;
  const actorId = typeof fields.actor_id === 'number' ? fields.actor_id : undefined;
  return ok({ action, warnings: unknownActionFields(named.value, action), actorId, plan: plan.value });
}

/** An action that was sent, and what the server answered. */
interface SentAction extends PreparedAction {
  readonly before: StateBefore;
  readonly replies: readonly Reply[];
  readonly actionId: string;
}

async function verdictOf(port: ActingPort, sent: SentAction): Promise<Result<ActionResult>> {
  const { action, actionId, actorId, plan, before, replies } = sent;
  const stateChange = plan.effect(before, port.world, replies);
  if (stateChange === undefined) return withoutEffect(port, sent);
  if (plan.standing !== undefined) await port.trackOrder(plan.standing.unitId, plan.standing.wakeOn);
  const ofPlans = await changePlans(port, plan, action, actorId);
  return ok({
    type: 'action_result',
    success: true,
    outcome: 'applied',
    ...told(sent),
    version: port.world.version,
    changes: changesOf(port, sent),
    result: { action_id: actionId, state_change: { ...stateChange, ...ofPlans } },
  });
}

/** The verdict on an action that changed nothing of what it was for: refused by the server, or without effect. */
function withoutEffect({ world }: ActingPort, sent: SentAction): Result<ActionResult> {
  const { actionId, actorId, plan, before, replies } = sent;
  const common = { ...told(sent), version: world.version };
  const changes = changesOf({ world }, sent);
  const ended = endedActivity(before, world, actorId);
  const messages = sentences(replies);
  if (messages.length > 0) {
    const details = { outcome: 'rejected', ...common, ...sideEffects(ended, changes) };
    return fail(failure('E131', messages.join(' '), { details }));
  }
  const { already, noEffect = 'The server did nothing of it and said nothing' } = plan;
  const reason = already ?? noEffect;
  return ok({
    type: 'action_result',
    success: false,
    outcome: 'no_effect',
    ...common,
    changes,
    reason,
    ...(already && { already: true }),
    result: { action_id: actionId, state_change: ended ?? {} },
  });
}

function told({ action, replies, warnings }: SentAction) {
  return {
    action_type: action.name,
    server_messages: sentences(replies),
    ...(warnings.length > 0 && { warnings }),
  };
}

function changesOf({ world }: Pick<ActingPort, 'world'>, { before, replies }: SentAction): Change[] {
  return changesSince(before, world, combatOf(replies, before, world).died);
}

/** What changed although the server refused the action; empty for nothing. */
function sideEffects(ended: Readonly<Record<string, unknown>> | undefined, changes: readonly Change[]) {
  return { ...(ended && { state_change: ended }), ...(changes.length > 0 && { changes }) };
}

/** Sets, cancels and ends standing plans as the action requires; returns what the agent is told about that. */
async function changePlans(
  port: ActingPort,
  { planChange }: ActionPlan,
  action: AgentAction,
  actorId: number | undefined,
): Promise<Readonly<Record<string, unknown>>> {
  const ended = await port.endPlansBy(action, actorId);
  const end = planChange && (await port.changePlan(planChange));
  // The action itself tells of a city that it founded.
  const isUntold = end !== undefined && (end.outcome === 'failed' || end.cityId === undefined);
  const queue =
    planChange?.kind === 'set' && !isUntold ? queueOfPlan(port.world, planChange.plan) : undefined;
  return {
    ...(queue !== undefined && { queue }),
    ...(ended.length > 0 && { plans_ended: ended }),
    ...(isUntold && { plan_outcome: end.outcome, plan_sentence: end.sentence }),
  };
}

/** The same seat for an agent that lets the server alone judge by the rules. */
export function withoutRules(port: ActionPort): ActionPort {
  return {
    get world() {
      return port.world;
    },
    planList: port.planList,
    chooseSite: port.chooseSite,
    request: (name, fields) => port.request(name, fields),
    skipsRules: true,
  };
}

/** What a unit was at and is no longer, although what was asked of it did not happen: the server stops it first. */
function endedActivity(
  before: StateBefore,
  world: World,
  actorId: number | undefined,
): Readonly<Record<string, unknown>> | undefined {
  const was = actorId === undefined ? undefined : before.units.get(actorId);
  const now = was && world.units.get(was.id);
  if (was === undefined || now === undefined) return undefined;
  const hadOrders = was.detail?.hasOrders === true && now.detail?.hasOrders !== true;
  const worked = was.detail?.ai === true && now.detail?.ai !== true;
  if (was.activity === now.activity && !hadOrders && !worked) return undefined;
  const name = (activity: string) => activity.replace('ACTIVITY_', '').toLowerCase();
  return {
    activity_before: name(was.activity),
    activity: name(now.activity),
    ...(hadOrders && { orders_ended: true }),
    ...(worked && { works_by_itself: false }),
  };
}

/** The action that a request names; E101 without a name, E130 with near ones for a name that is none. */
export function findAction(data: ActionData): Result<Action> {
  const name = data.action_type ?? data.type;
  if (name === undefined) {
    return fail(failure('E101', 'Missing required field data.action_type', { path: 'data.action_type' }));
  }
  const action = actionsByAnyName.get(name);
  if (action !== undefined) return ok(action);
  const candidates = [...actions.values()].map((one) => ({ name: one.name, otherNames: one.aliases, one }));
  const named = resolveName(candidates, name);
  if (named.ok) return ok(named.value.one);
  const near = named.failure.didYouMean;
  return invalidAction(`There is no action "${name}"`, 'data.action_type', {
    did_you_mean: near,
    ...(near.length === 0 && { action_types: [...actions.keys()] }),
  });
}

function sentences(replies: readonly Reply[]): string[] {
  return replies.flatMap((reply) => reply.messages.map(({ message }) => plainText(message)));
}
