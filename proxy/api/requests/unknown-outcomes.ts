import { randomUUID } from 'node:crypto';
import { type Failure, failure } from '#shared/core/failure.js';
import { fail, ok, type Result } from '#shared/core/result.js';
import type { ActionData } from '#shared/protocol/actions.js';
import { type LinkRequest, outcomeDataSchema } from '#shared/protocol/link.js';
import type { ActionResult } from '#shared/protocol/state/action-result.js';
import { endTurn, isTurnEnded, turnsWish } from '../../actions/nation/end-turn.js';
import { findAction } from '../../actions/perform-action.js';
import type { Seat } from '../../games/seats/seat.js';
import { briefText } from '../../views/brief/brief-text.js';
import { turnOf } from '../../world/world.js';
import { seatBrief } from '../answers/brief-answer.js';

/** An end_turn, and the turn it was for. */
interface AskedEnd {
  readonly action: ActionData;
  readonly turn: number;
}

/** E131: the request went to an earlier proxy process, or to one that lost the game, and its outcome is not known. */
export function outcomeUnknown(): Failure {
  return failure('E131', 'The proxy was lost before the verdict; ask for the state to see what happened', {
    details: { outcome: 'unknown' },
  });
}

/**
 * The end_turn that an `outcome` request asks about; undefined for another action, and where the turn that it was to end is
 * not known. `unknown` is the failure of its first answer.
 */
export function askedEnd({ data }: LinkRequest, unknown: Failure): AskedEnd | undefined {
  const asked = outcomeDataSchema.safeParse(data).data;
  if (asked?.action === undefined) return undefined;
  const { action } = asked;
  const found = findAction(action);
  const told = unknown.details?.turn;
  const turn = typeof told === 'number' ? told : (action.turn ?? asked.turn);
  return found.ok && found.value === endTurn && turn !== undefined ? { action, turn } : undefined;
}

/**
 * The verdict for an end_turn whose first one was lost, from the world of the restored game; with a brief where it asks for one.
 * E123: the turn was not ended.
 */
export function endTurnOutcome(seat: Seat, { action, turn }: AskedEnd): Result<ActionResult> {
  const { world } = seat;
  const now = turnOf(world);
  if (!isTurnEnded(world, turn)) {
    const message = `The end of turn ${turn} was lost; it is turn ${now}, which you have not ended: send end_turn again`;
    return fail(failure('E123', message, { details: { retry_after: 1, turn: now } }));
  }
  const wish = turnsWish(action);
  const brief = wish && briefSince(seat, turn);
  return ok({
    ...{ type: 'action_result', success: true, outcome: 'applied', action_type: endTurn.name },
    ...{ version: world.version, server_messages: [], changes: [] },
    result: {
      action_id: `exec-${randomUUID()}`,
      state_change: { turn_ended: turn },
      ...(brief && { brief: wish.asText ? briefText(brief) : brief }),
    },
  });
}

function briefSince(seat: Seat, turn: number) {
  const { world, planList } = seat;
  return seatBrief(seat, {
    since: world.turn.messagesBefore.get(turn) ?? 0,
    plansEnded: planList.endedSince(turn),
    ended: { turns: turnOf(world) - turn, why: 'recovery' },
  });
}
