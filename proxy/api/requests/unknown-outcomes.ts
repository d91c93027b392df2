import { randomUUID } from 'node:crypto';
import { type Failure, failure } from '#shared/core/failure.js';
import { fail, ok, type Result } from '#shared/core/result.js';
import { type ActionBatchData, type ActionData, actionDataSchema } from '#shared/protocol/actions.js';
import { type LinkRequest, outcomeDataSchema } from '#shared/protocol/link.js';
import type { ActionResult, BatchEntry, BatchResult } from '#shared/protocol/state/action-result.js';
import type { PackedBrief, TurnsEnded } from '#shared/protocol/state/brief.js';
import { batchResultOf } from '../../actions/batch/run-batch.js';
import { endTurn, isTurnEnded, type TurnsWish, turnsWish } from '../../actions/nation/end-turn.js';
import { findAction } from '../../actions/perform-action.js';
import { turnOf } from '../../world/world.js';
import { answerType } from '../link-messages.js';
import type { KeptSeat } from '../seats/kept-seat.js';
import { type Answer, type AskedRequest, agentOf } from './asked-request.js';
import { readySeat } from './ready-seats.js';

interface AskedEnd {
  readonly action: ActionData;
  readonly turn: number;
}

/** A batch with its end_turns, each at its place. */
interface AskedBatch {
  readonly batch: ActionBatchData;
  readonly ends: readonly (AskedEnd | undefined)[];
}

/** E131: the request went to an earlier proxy process, or to one that lost the game, and its outcome is not known. */
export function outcomeUnknown(): Failure {
  return failure('E131', 'The proxy was lost before the verdict; ask for the state to see what happened', {
    details: { outcome: 'unknown' },
  });
}

/**
 * The outcome of a request with an idempotency key: the type and data of its answer, once there is one, or its failure.
 * E123: the request has not arrived and will not be carried out, so nothing was done. E131: the outcome is not known. The
 * outcome of an end_turn, alone or in a batch, follows from the state of the restored game.
 */
export async function outcome(asked: AskedRequest): Promise<Answer> {
  const kept = await keptOutcome(asked);
  if (kept.ok || !isUnknown(kept.failure)) return kept;
  const end = askedEnd(asked.request, kept.failure);
  const batch = askedBatch(asked.request, kept.failure);
  if (end === undefined && batch === undefined) return kept;
  const ready = await readySeat('to_act', asked);
  if (!ready.ok) return ready.failure.code === 'E143' ? ready : kept;
  if (batch !== undefined)
    return ok({ type: answerType('action_batch'), data: batchOutcome(ready.value, batch) });
  const told = end && endTurnOutcome(ready.value, end);
  return told?.ok ? ok({ type: answerType('action'), data: told.value }) : (told ?? kept);
}

async function keptOutcome(asked: AskedRequest): Promise<Answer> {
  const { once } = asked.request;
  const agent = agentOf(asked);
  if (once === undefined || agent === undefined || agent.outbox?.id !== once.outbox)
    return fail(outcomeUnknown());
  const soon = { details: { retry_after: 1 } };
  const refusal = failure('E123', 'The request did not reach the game; nothing was done', soon);
  const found = agent.keyed.findOrClose(once.key, refusal);
  if (found === 'forgotten') return fail(outcomeUnknown());
  if (found === 'never') return fail(refusal);
  const answer = await found.answer;
  return answer.ok ? ok({ type: answerType(found.type), data: answer.value }) : answer;
}

/** Whether a failure says that what was asked for may have been done. */
function isUnknown({ details }: Failure): boolean {
  return details?.outcome === 'unknown';
}

/** The end_turn that an `outcome` request asks about; undefined for another action. `unknown` is the failure of its first answer. */
function askedEnd({ data }: LinkRequest, unknown: Failure): AskedEnd | undefined {
  const { action, turn } = outcomeDataSchema.safeParse(data).data ?? {};
  return lostEnd(action, unknown, turn);
}

/** The batch with an end_turn that an `outcome` request asks about; undefined for one that has none, or does nothing. */
function askedBatch({ data }: LinkRequest, unknown: Failure): AskedBatch | undefined {
  const { batch, turn } = outcomeDataSchema.safeParse(data).data ?? {};
  // What cannot be undone is not done with all or nothing.
  if (batch === undefined || batch.dry_run || batch.all_or_nothing) return undefined;
  const ends = batch.actions.map((fields) => lostEnd(actionDataSchema.safeParse(fields).data, unknown, turn));
  return ends.some((end) => end !== undefined) ? { batch, ends } : undefined;
}

/**
 * The end_turn of which the failure `unknown` says that it may have been done, sent in the turn `sentIn`; undefined for another
 * action or failure, and where the turn that it was to end is not known.
 */
export function lostEnd(
  action: ActionData | undefined,
  unknown: Failure,
  sentIn: number | undefined,
): AskedEnd | undefined {
  if (action === undefined || !isUnknown(unknown)) return undefined;
  const found = findAction(action);
  const told = unknown.details?.turn;
  const turn = typeof told === 'number' ? told : (action.turn ?? sentIn);
  return found.ok && found.value === endTurn && turn !== undefined ? { action, turn } : undefined;
}

/** What became of each action of a batch whose answer was lost: of its end_turns the state says it, of all others nothing. */
function batchOutcome(agent: KeptSeat, { batch, ends }: AskedBatch): BatchResult {
  const results = ends.map((end, index): BatchEntry => {
    const told = end === undefined ? fail(outcomeUnknown()) : endTurnOutcome(agent, end);
    return told.ok ? { index, ...told.value } : { index, success: false, error: told.failure };
  });
  return batchResultOf(batch, results);
}

/** The verdict for an end_turn whose answer was lost, from the restored game. E123: the turn was not ended. */
export function endTurnOutcome(agent: KeptSeat, { action, turn }: AskedEnd): Result<ActionResult> {
  const { world } = agent.seat;
  const now = turnOf(world);
  if (!isTurnEnded(world, turn)) {
    const message = `The end of turn ${turn} was lost; it is turn ${now}, which you have not ended: send end_turn again`;
    return fail(failure('E123', message, { details: { retry_after: 1, turn: now } }));
  }
  const wish = turnsWish(action);
  const ended: TurnsEnded = { turns: now - turn, why: 'recovery' };
  return ok({
    type: 'action_result',
    success: true,
    outcome: 'applied',
    action_type: endTurn.name,
    version: world.version,
    server_messages: [],
    changes: [],
    result: {
      action_id: `exec-${randomUUID()}`,
      state_change: { turn_ended: turn },
      ...(wish?.brief && { brief: briefSince(agent, turn, { form: wish.brief, ended }) }),
      ...(wish?.state && { ended }),
    },
  });
}

function briefSince(
  agent: KeptSeat,
  turn: number,
  { form, ended }: { readonly form: TurnsWish['brief']; readonly ended: TurnsEnded },
): PackedBrief | string {
  const { world, planList } = agent.seat;
  const since = world.turn.messagesBefore.get(turn) ?? 0;
  return agent.advisor.brief({ since, plansEnded: planList.endedSince(turn), ended }, form);
}
