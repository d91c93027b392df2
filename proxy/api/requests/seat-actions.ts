import { randomUUID } from 'node:crypto';
import { type Failure, failure } from '#shared/core/failure.js';
import { fail, ok, type Result } from '#shared/core/result.js';
import { unknownFields } from '#shared/core/unknown-fields.js';
import {
  type ActionBatchData,
  type ActionData,
  actionDataSchema,
  followsAdvice,
} from '#shared/protocol/actions.js';
import { stateQueryDataSchema } from '#shared/protocol/agent-requests.js';
import type { GameRequestData } from '#shared/protocol/game-requests.js';
import type { ActionResult, BatchResult } from '#shared/protocol/state/action-result.js';
import type { AnswerData } from '#shared/protocol/state/answers.js';
import { followsAgain, noteAction, runBatch } from '../../actions/batch/run-batch.js';
import { withoutNumber } from '../../actions/legal-actions.js';
import { declaredMark, turnsWish } from '../../actions/nation/end-turn.js';
import { performAction } from '../../actions/perform-action.js';
import { ConnectionLost } from '../../freeciv/errors.js';
import { isOver } from '../../games/lifecycle/game-state.js';
import type { Seat } from '../../games/seats/seat.js';
import { turnOf } from '../../world/world.js';
import type { KeptSeat } from '../seats/kept-seat.js';
import type { AskedSeatRequest } from './asked-request.js';
import { PLAYED_BY_PERSON, readySeat } from './ready-seats.js';
import { sentState } from './state-query.js';
import { TurnWaiter } from './turn-waits.js';
import { endTurnOutcome, lostEnd } from './unknown-outcomes.js';

/** Performs one action. An end_turn that waits is answered when what it waits for has come, with a brief or a state in its result. */
export async function act(asked: AskedSeatRequest, data: ActionData): Promise<Result<ActionResult>> {
  // Only what waits can be stopped.
  if (turnsWish(data) !== undefined) return stoppable(asked, (whole) => performAndWait(whole, data));
  const done = await performOwn(asked.agent, data, () => perform(asked, data));
  if (done.ok) noteAction(asked.agent.batchSeat, data, done.value);
  return done;
}

/**
 * Performs several actions in order; other requests of the seat may come in between. When the game server is lost, those
 * that it was not asked for wait until the seat can act again, and so does an end_turn that it did not answer: the state says then
 * whether it was done.
 */
export async function batch(asked: AskedSeatRequest, data: ActionBatchData): Promise<Result<BatchResult>> {
  const { services, agent } = asked;
  const turn = turnOf(agent.seat.world);
  const early = data.actions.slice(0, -1).findIndex(asksForState);
  if (early >= 0) {
    const path = `data.actions.${early}.state`;
    return fail(failure('E105', 'Only the last action of a batch may ask for a state', { path }));
  }
  const again = followsAgain(data.actions);
  if (again >= 0)
    return fail(failure('E105', 'A batch may follow advice only once', { path: `data.actions.${again}` }));
  using _counted = services.acting.begin(agent.game.id);
  const done = await stoppable(asked, (whole) =>
    runBatch(agent.batchSeat, data, (action) => performOfBatch(whole, action, turn), whole.signal),
  );
  return ok(data.decisions === true ? { ...done, decisions: agent.advisor.newDecisions() } : done);
}

/** Performs one action of a batch, or all advice where it stands for that. */
async function performOfBatch(
  asked: AskedSeatRequest,
  action: ActionData,
  turn: number,
): Promise<Result<ActionResult>> {
  if (followsAdvice(action))
    return asked.agent.advisor.follow((one) => performOnceReady(asked, one, turn), asked.signal);
  return performOwn(asked.agent, action, () => performOnceReady(asked, action, turn));
}

/** Performs an action of the agent and notes it under its registered name, so that followed advice does not undo it. */
async function performOwn(
  { advisor, seat }: KeptSeat,
  data: ActionData,
  work: () => Promise<Result<ActionResult>>,
): Promise<Result<ActionResult>> {
  // Once the action is done, its number in the list of legal actions has no meaning.
  const named = withoutNumber(seat.world, data);
  const done = await work();
  if (!done.ok || !(done.value.success || done.value.already === true)) return done;
  advisor.noteOrder({ ...(named.ok ? named.value : data), action_type: done.value.action_type });
  return done;
}

/** Many states in one answer would be larger than a link takes. */
function asksForState(fields: Readonly<Record<string, unknown>>): boolean {
  const { data } = actionDataSchema.safeParse(fields);
  return data !== undefined && turnsWish(data)?.state !== undefined;
}

/** Performs an action for `turn`; where the game server is lost before it was asked, or did not answer an end_turn, in the next one. */
async function performOnceReady(
  asked: AskedSeatRequest,
  action: ActionData,
  turn: number,
): Promise<Result<ActionResult>> {
  const first = await performAndWait(asked, action, turn);
  if (first.ok) return first;
  const end = lostEnd(action, first.failure, turn);
  if (end === undefined && first.failure.code !== 'E123') return first;
  const ready = await readySeat('to_act', asked);
  if (!ready.ok) return end === undefined || ready.failure.code === 'E143' ? ready : first;
  const told = end && endTurnOutcome(ready.value, end);
  return told?.ok ? told : performAndWait(asked, action, turn);
}

/** Cancels the orders of a unit, or, without one, stops the seat's running batches after their current action and its waits for turns at once. */
export async function stop(
  asked: AskedSeatRequest,
  { actor_id, unit_id: unitId = actor_id }: GameRequestData<'stop'>,
): Promise<Result<AnswerData<'stop_result'>>> {
  if (unitId !== undefined) {
    const cancelled = await perform(asked, { action_type: 'unit_cancel_orders', actor_id: unitId });
    if (!cancelled.ok) return cancelled;
    return ok({ stopped: { unit_id: unitId, outcome: cancelled.value.outcome } });
  }
  const running = [...asked.agent.running];
  for (const one of running) one.abort();
  return ok({ stopped: { batches: running.length } });
}

async function performAndWait(
  asked: AskedSeatRequest,
  data: ActionData,
  turn?: number,
): Promise<Result<ActionResult>> {
  const { agent, signal } = asked;
  const waiter = TurnWaiter.of(data, {
    agent,
    signal,
    endTurn: (now) => perform(asked, { action_type: 'end_turn', turn: now }),
  });
  if (waiter === undefined) return perform(asked, data, turn);
  agent.newsAwaited += 1;
  try {
    const done = await perform(asked, data, turn);
    if (!done.ok || !done.value.success) return done;
    return ok(await withNews(asked, waiter, done.value));
  } finally {
    agent.newsAwaited -= 1;
  }
}

/** The verdict on an end_turn once its wait is over, with the brief or the state that it asks for. */
async function withNews(
  asked: AskedSeatRequest,
  waiter: TurnWaiter,
  verdict: ActionResult,
): Promise<ActionResult> {
  const { game, process, seat } = asked.agent;
  const { result } = verdict;
  const ended = await waiter.ended();
  const { brief: form, state: query } = waiter.wish;
  const brief = form && waiter.brief(ended);
  if (form !== undefined) process.countState(seat.world);
  const state = query && !isOver(game.state) ? await sentState(asked, query) : undefined;
  const { warnings = [] } = verdict;
  const notes = unknownFields(
    'state',
    Object.keys(query ?? {}),
    Object.keys(stateQueryDataSchema.shape),
  ).concat(state?.ok === false ? `The state could not be made: ${state.failure.message}` : []);
  return {
    ...verdict,
    version: seat.world.version,
    result: {
      ...result,
      brief,
      ...(state?.ok && { state: state.value }),
      ended: query && ended,
    },
    // The turn has been ended whether its state can be told or not.
    ...(notes.length > 0 && { warnings: [...warnings, ...notes] }),
  };
}

/**
 * Performs one action, after all actions that were requested before it. The action is for the turn that it names, or
 * else for `turn`, the current one when it came. E133 when a later turn has begun before it could be performed, E105 for a
 * turn that has not begun.
 */
async function perform(
  { services, agent, span }: AskedSeatRequest,
  data: ActionData,
  turn = turnOf(agent.seat.world),
): Promise<Result<ActionResult>> {
  const { game, seat } = agent;
  const { metrics, tracker, acting } = services;
  const id = `exec-${randomUUID()}`;
  const label = { id, type: data.action_type ?? data.type ?? '', declares: declaredMark(data) };
  using _counted = acting.begin(game.id);
  const queued = metrics.time('queue');
  let recordVerdict: ReturnType<typeof tracker.beginAction> | undefined;
  let noteTried: ReturnType<typeof agent.advisor.beginAction> | undefined;
  let result: Result<ActionResult>;
  try {
    using _place = await seat.begin(label);
    queued[Symbol.dispose]();
    recordVerdict = tracker.beginAction(seat, data);
    const late =
      turnFailure(data.turn ?? turn, turnOf(seat.world)) ?? takenFailure(seat) ?? lostFailure(seat);
    if (isEndTurn(data)) agent.process.noteLeft(seat.world);
    noteTried = agent.advisor.beginAction(data);
    using _act = late === undefined ? metrics.time('act') : undefined;
    using server = span?.begin(`freeciv-server ${label.type}`, { 'server.address': '127.0.0.1' });
    result = late === undefined ? await performAction(seat, data, id) : fail(late);
    server?.result(outcomeOf(result));
  } catch (cause) {
    result = notAnswered(seat, data.turn ?? turn, cause);
  }
  countAction(agent, turn, { data, result });
  if (!isUnknown(result)) noteTried?.(!(result.ok && result.value.success));
  metrics.instruments.verdicts.inc({ outcome: outcomeOf(result) });
  recordVerdict?.(id, result);
  return result;
}

/** Counts an action for the end of its turn. One whose outcome is not known is not held to be refused. */
function countAction(
  agent: KeptSeat,
  turn: number,
  { data, result }: { readonly data: ActionData; readonly result: Result<ActionResult> },
): void {
  const isDone = result.ok && result.value.success;
  if (isDone) agent.countAction(result.value.result.state_change.unit_moved === true);
  if (!isEndTurn(data)) agent.process.countAction(turn, data, isDone || isUnknown(result));
}

function isUnknown(result: Result<ActionResult>): boolean {
  return !result.ok && result.failure.details?.outcome === 'unknown';
}

function isEndTurn({ action_type, type }: ActionData): boolean {
  return (action_type ?? type) === 'end_turn';
}

/** Runs work that `stop` can end. */
async function stoppable<T>(
  asked: AskedSeatRequest,
  work: (whole: AskedSeatRequest) => Promise<T>,
): Promise<T> {
  const { running } = asked.agent;
  const stopped = new AbortController();
  running.add(stopped);
  try {
    return await work({ ...asked, signal: AbortSignal.any([asked.signal, stopped.signal]) });
  } finally {
    running.delete(stopped);
  }
}

/** Why an action for one turn is refused in another; undefined when the turns are the same. */
function turnFailure(meant: number, now: number): Failure | undefined {
  if (meant === now) return undefined;
  if (meant > now)
    return failure('E105', `Turn ${meant} has not begun`, { path: 'data.turn', details: { turn: now } });
  return failure('E133', `Turn ${meant} is over; it is turn ${now}: look at the state first`, {
    details: { turn: now },
  });
}

/** Why the agent cannot act: a person has come while it waited. */
function takenFailure({ playedBy }: Seat): Failure | undefined {
  return playedBy === 'person' ? failure('E145', PLAYED_BY_PERSON) : undefined;
}

/** Why nothing can be asked of the game server now; undefined when it can, and after the end of the game. */
function lostFailure(seat: Seat): Failure | undefined {
  if (seat.isConnected || seat.world.turn.phase === 'game_over') return undefined;
  return failure('E123', 'The game server was lost before it was asked; nothing was done', {
    details: { retry_after: 1 },
  });
}

function outcomeOf(result: Result<ActionResult>): string {
  if (result.ok) return result.value.outcome;
  const { code, details } = result.failure;
  return typeof details?.outcome === 'string' ? details.outcome : code;
}

/** The connection was lost after the action was sent and before the end of its processing: its outcome is unknown. */
function notAnswered({ world }: Seat, turn: number, cause: unknown): Result<never> {
  if (!(cause instanceof ConnectionLost)) throw cause;
  // A player that is dead may still send an action while the others end the game.
  if (world.turn.phase === 'game_over')
    return fail(failure('E143', 'The game ended before the game server answered'));
  return fail(
    failure('E131', 'The game server was lost before it answered; the next state shows what happened', {
      details: { outcome: 'unknown', turn },
    }),
  );
}
