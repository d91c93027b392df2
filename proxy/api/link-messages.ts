import type { Result } from '#shared/core/result.js';
import { errorData } from '#shared/protocol/agent-answers.js';
import { gameRequests, isGameRequestType } from '#shared/protocol/game-requests.js';
import type { LinkAnswer, LinkPush, LinkRequest } from '#shared/protocol/link.js';

/** The answer to a request. `now` in milliseconds since 1970, here and below; the wire has seconds. */
export function linkAnswer(
  request: LinkRequest,
  answer: Result<Record<string, unknown>>,
  now: number,
): LinkAnswer {
  return {
    type: answer.ok ? answerType(request.type) : 'error',
    data: answer.ok ? answer.value : errorData(answer.failure),
    agent_id: request.agent_id,
    game_id: request.game_id,
    correlation_id: request.correlation_id,
    timestamp: now / 1000,
  };
}

/** The message type of the answer to a request. */
export function answerType(type: LinkRequest['type']): LinkAnswer['type'] {
  return isGameRequestType(type) ? gameRequests[type].answer : type;
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
