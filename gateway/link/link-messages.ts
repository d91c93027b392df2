import { z } from 'zod';
import { type ErrorCode, errorCodes } from '#shared/core/error-codes.js';
import { type Failure, failure } from '#shared/core/failure.js';
import { isJsonObject, type JsonObject, parseJson } from '#shared/core/json.js';
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
 * Why a request has no answer. `down`: there was no link, it was not sent. `lost`: it was sent, and the link was lost
 * before the answer. `deadline`: no answer in time. `garbled`: the answer breaks the contract. `too_big`: it is larger
 * than the proxy accepts, it was not sent.
 */
export type LinkFault = 'down' | 'lost' | 'deadline' | 'garbled' | 'too_big';

/** The answer to a request on the link, `error` answers included, or why there is none. */
export type LinkOutcome = Result<LinkAnswer, LinkFault>;

/** A request on the link without what the link itself adds. */
export type LinkQuestion = Pick<
  LinkRequest,
  'type' | 'agent_id' | 'game_id' | 'data' | 'once' | 'with_optimized'
>;

/** A message of the proxy. `bad` breaks the contract. */
export type LinkMessage =
  | { readonly kind: 'answer'; readonly answer: LinkAnswer }
  | { readonly kind: 'push'; readonly push: LinkPush }
  | { readonly kind: 'bad'; readonly problem: string; readonly correlationId?: string };

const answerSchema = z.compile(linkAnswerSchema);
const pushSchema = z.compile(linkPushSchema);

/** Parses and checks one message of the proxy. */
export function parseLinkMessage(text: string): LinkMessage {
  const message = parseJson(text);
  if (!isJsonObject(message)) return { kind: 'bad', problem: 'not a JSON object' };
  if (message.correlation_id === undefined) {
    const push = pushSchema.safeParse(message);
    if (push.success) return { kind: 'push', push: push.data };
    return { kind: 'bad', problem: z.prettifyError(push.error) };
  }
  const answer = answerSchema.safeParse(message);
  if (answer.success) return { kind: 'answer', answer: answer.data };
  const id = message.correlation_id;
  const problem = z.prettifyError(answer.error);
  return { kind: 'bad', problem, ...(typeof id === 'string' ? { correlationId: id } : {}) };
}

/**
 * The failure that an agent gets when the link gave no answer. An action that was sent may have been carried out: then
 * `details.outcome` is `unknown`. E132: deadline; E500: garbled; E106: too big; E131: an action was lost; E123: anything else,
 * with `retry_after` in seconds.
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
