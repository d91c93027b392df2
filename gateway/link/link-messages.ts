import { z } from 'zod';
import { type ErrorCode, errorCodes } from '#shared/core/error-codes.js';
import { type Failure, failure } from '#shared/core/failure.js';
import { isJsonObject, type JsonObject } from '#shared/core/json.js';
import type { Result } from '#shared/core/result.js';
import { gameRequests, isGameRequestType } from '#shared/protocol/game-operations.js';
import {
  type LinkAnswer,
  type LinkPush,
  type LinkRequest,
  linkAnswerSchema,
  linkPushSchema,
} from '#shared/protocol/link.js';

/**
 * Why a request has no answer. `down`: it was never sent. `lost`: it was sent, and the link went before the
 * answer came. `deadline`: no answer in time. `garbled`: an answer came that breaks the contract.
 * `too_big`: it is larger than the proxy takes, and was not sent.
 */
export type LinkFault = 'down' | 'lost' | 'deadline' | 'garbled' | 'too_big';

export type LinkOutcome = Result<LinkAnswer, LinkFault>;

export type LinkQuestion = Pick<
  LinkRequest,
  'type' | 'agent_id' | 'game_id' | 'data' | 'once' | 'with_optimized'
>;

/** What came from the proxy: an answer, a push, or something it should not have sent. */
export type LinkMessage =
  | { readonly name: 'answer'; readonly answer: LinkAnswer }
  | { readonly name: 'push'; readonly push: LinkPush }
  | { readonly name: 'bad'; readonly problem: string; readonly correlationId?: string };

const answerSchema = z.compile(linkAnswerSchema);
const pushSchema = z.compile(linkPushSchema);

export function parseLinkMessage(text: string): LinkMessage {
  const message = parseJson(text);
  if (!isJsonObject(message)) return { name: 'bad', problem: 'not a JSON object' };
  if (message.correlation_id === undefined) {
    const push = pushSchema.safeParse(message);
    if (push.success) return { name: 'push', push: push.data };
    return { name: 'bad', problem: z.prettifyError(push.error) };
  }
  const answer = answerSchema.safeParse(message);
  if (answer.success) return { name: 'answer', answer: answer.data };
  const id = message.correlation_id;
  const problem = z.prettifyError(answer.error);
  return { name: 'bad', problem, ...(typeof id === 'string' ? { correlationId: id } : {}) };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * What an agent is told when the link gave no answer. Nothing is guessed: an action that was sent may have
 * happened, and `outcome` says so.
 */
export function faultFailure(fault: LinkFault, type: LinkQuestion['type'], retryAfter: number): Failure {
  const isAction = isGameRequestType(type) && !gameRequests[type].reads;
  const unknown = isAction ? { outcome: 'unknown' } : {};
  if (fault === 'deadline') {
    return failure('E132', 'No answer within the deadline', { details: unknown });
  }
  if (fault === 'garbled') {
    return failure('E500', 'The answer of the game could not be read', { details: unknown });
  }
  if (fault === 'too_big') {
    return failure('E106', 'The message is too large for the game');
  }
  if (fault === 'lost' && isAction) {
    const message = 'The connection to the game was lost before the verdict; the next state tells the truth';
    return failure('E131', message, { details: { ...unknown, retry_after: retryAfter } });
  }
  return failure('E123', 'The game is not reachable at the moment; try again', {
    details: { retry_after: retryAfter },
  });
}

/** The failure that an `error` answer of the proxy stands for. */
export function answerFailure(answer: { readonly data: JsonObject }): Failure {
  const { error_code: code, error_message: message, details } = answer.data;
  return failure(
    isErrorCode(code) ? code : 'E500',
    typeof message === 'string' ? message : 'The game reported an error',
    isJsonObject(details) ? { details } : {},
  );
}

function isErrorCode(value: unknown): value is ErrorCode {
  return typeof value === 'string' && Object.hasOwn(errorCodes, value);
}
