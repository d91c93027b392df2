import type { Failure } from '#shared/core/failure.js';
import { errorData } from '#shared/protocol/agent-answers.js';
import type { LinkAnswer, LinkPush, LinkRequest } from '#shared/protocol/link.js';

type AnswerType = Exclude<LinkAnswer['type'], 'error'>;

/** The answer to a request. `now` in milliseconds since 1970, here and below; the wire has seconds. */
export function linkAnswer(
  request: LinkRequest,
  type: AnswerType,
  data: Record<string, unknown>,
  now: number,
): LinkAnswer {
  return { type, data, ...answerEnvelope(request, now) };
}

/** The error answer to a request. */
export function linkFailure(request: LinkRequest, failure: Failure, now: number): LinkAnswer {
  return { type: 'error', data: errorData(failure), ...answerEnvelope(request, now) };
}

/** A push to an agent, or to the spectators of a game. */
export function linkPush(
  recipient: { readonly agentId: string; readonly gameId: string },
  type: LinkPush['type'],
  data: Record<string, unknown>,
  now: number,
): LinkPush {
  return { type, agent_id: recipient.agentId, game_id: recipient.gameId, timestamp: now / 1000, data };
}

function answerEnvelope(request: LinkRequest, now: number): Omit<LinkAnswer, 'type' | 'data'> {
  return {
    agent_id: request.agent_id,
    game_id: request.game_id,
    correlation_id: request.correlation_id,
    timestamp: now / 1000,
  };
}
