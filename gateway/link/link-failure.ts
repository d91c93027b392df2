import { type ErrorCode, errorCodes } from '#shared/core/error-codes.js';
import { type Failure, failure } from '#shared/core/failure.js';
import { gameRequests, isGameRequestType } from '#shared/protocol/game-operations.js';
import { isJsonObject, type JsonObject } from '../input/json-object.js';
import type { LinkFault, LinkQuestion } from './link-outcome.js';

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
