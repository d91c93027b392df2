import type { Failure } from '#shared/core/failure.js';
import { errorData } from '#shared/protocol/agent-answers.js';
import type { LinkAnswer, LinkPush, LinkRequest } from '#shared/protocol/link.js';

type AnswerType = Exclude<LinkAnswer['type'], 'error'>;

export function linkAnswer(
  request: LinkRequest,
  type: AnswerType,
  data: Record<string, unknown>,
  now: number,
): LinkAnswer {
  return { type, data, ...answerFrame(request, now) };
}

export function linkFailure(request: LinkRequest, failure: Failure, now: number): LinkAnswer {
  return { type: 'error', data: errorData(failure), ...answerFrame(request, now) };
}

export function linkPush(
  to: { readonly agentId: string; readonly gameId: string },
  type: LinkPush['type'],
  data: Record<string, unknown>,
  now: number,
): LinkPush {
  return { type, agent_id: to.agentId, game_id: to.gameId, timestamp: now / 1000, data };
}

function answerFrame(request: LinkRequest, now: number): Omit<LinkAnswer, 'type' | 'data'> {
  return {
    agent_id: request.agent_id,
    game_id: request.game_id,
    correlation_id: request.correlation_id,
    timestamp: now / 1000,
  };
}
