import type { LinkAnswer } from '#shared/messages/link.js';
import type { Result } from '#shared/result.js';
import type { GameRequest } from '../input/agent-request.js';
import { isJsonObject, type JsonObject } from '../input/json-object.js';
import { answerFailure } from '../link/link-failure.js';
import { payloadDigest } from '../session/answer-store.js';
import type { Session } from '../session/session.js';
import type { AuditRecord } from './audit-log.js';

/** How an answer is counted and audited: `ok` or its error code. */
export function resultCode(result: Result<LinkAnswer>): string {
  if (!result.ok) return result.failure.code;
  return result.value.type === 'error' ? answerFailure(result.value).code : 'ok';
}

/** What was done or tried by a request: one record for an action, one for each of a batch, none for what only asks. */
export function actionRecords(
  session: Session,
  request: GameRequest,
  result: Result<LinkAnswer>,
  duration: number,
): readonly AuditRecord[] {
  const common = {
    agent_id: session.agentId,
    session: session.id.slice(0, 6),
    game_id: session.seat.gameId,
    correlation_id: request.correlationId ?? null,
    duration_ms: Math.round(duration),
  };
  const whole = { status: resultCode(result), outcome: outcomeOf(result) };
  if (request.type === 'action') return [{ ...common, ...deed(request.actionType, request.data), ...whole }];
  if (request.type !== 'action_batch' || !Array.isArray(request.data.actions)) return [];
  const results = result.ok && Array.isArray(result.value.data.results) ? result.value.data.results : [];
  return request.data.actions.map((action: unknown, index) => {
    const entry: unknown = results[index];
    return { ...common, ...batchDeed(action), ...(isJsonObject(entry) ? batchVerdict(entry) : whole) };
  });
}

function deed(action: string, data: unknown): Pick<AuditRecord, 'action' | 'args_hash'> {
  return { action, args_hash: payloadDigest('action', data) };
}

function batchDeed(action: unknown): Pick<AuditRecord, 'action' | 'args_hash'> {
  const name = isJsonObject(action) ? (action.action_type ?? action.type) : undefined;
  return deed(typeof name === 'string' ? name : 'unnamed', action);
}

function batchVerdict({ outcome, error }: JsonObject): Pick<AuditRecord, 'status' | 'outcome'> {
  if (!isJsonObject(error)) return { status: 'ok', outcome: typeof outcome === 'string' ? outcome : null };
  const details = isJsonObject(error.details) ? error.details.outcome : undefined;
  return {
    status: typeof error.code === 'string' ? error.code : 'E500',
    outcome: typeof details === 'string' ? details : null,
  };
}

function outcomeOf(result: Result<LinkAnswer>): string | null {
  const details = result.ok ? result.value.data : result.failure.details;
  const inner = isJsonObject(details?.details) ? details.details.outcome : undefined;
  const outcome = details?.outcome ?? inner;
  return typeof outcome === 'string' ? outcome : null;
}
