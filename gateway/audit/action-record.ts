import type { LinkAnswer } from '#shared/messages/link.js';
import type { Result } from '#shared/result.js';
import type { AgentRequest } from '../input/agent-request.js';
import { isJsonObject } from '../input/json-object.js';
import { answerFailure } from '../link/link-failure.js';
import { payloadDigest } from '../session/answer-store.js';
import type { Session } from '../session/session.js';
import type { AuditRecord } from './audit-log.js';

type ActionRequest = Extract<AgentRequest, { type: 'action' }>;

/** How an answer is counted and audited: `ok` or its error code. */
export function resultCode(result: Result<LinkAnswer>): string {
  if (!result.ok) return result.failure.code;
  return result.value.type === 'error' ? answerFailure(result.value).code : 'ok';
}

export function actionRecord(
  session: Session,
  request: ActionRequest,
  result: Result<LinkAnswer>,
  duration: number,
): AuditRecord {
  return {
    agent_id: session.agentId,
    session: session.id.slice(0, 6),
    game_id: session.seat.gameId,
    correlation_id: request.correlationId ?? null,
    action: request.actionType,
    args_hash: payloadDigest('action', request.data),
    status: resultCode(result),
    outcome: outcomeOf(result),
    duration_ms: Math.round(duration),
  };
}

function outcomeOf(result: Result<LinkAnswer>): string | null {
  const details = result.ok ? result.value.data : result.failure.details;
  const inner = isJsonObject(details?.details) ? details.details.outcome : undefined;
  const outcome = details?.outcome ?? inner;
  return typeof outcome === 'string' ? outcome : null;
}
