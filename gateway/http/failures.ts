import type { FastifyReply } from 'fastify';
import type { ErrorCode } from '#shared/core/error-codes.js';
import type { Failure } from '#shared/core/failure.js';
import { type AccessRefusal, revocationUnknown } from '../auth/bearer.js';

/** The HTTP status of each error code that REST routes answer with. docs/errors.md lists them too. */
export const HTTP_STATUSES: Readonly<Partial<Record<ErrorCode, number>>> = {
  E101: 400,
  E102: 401,
  E103: 400,
  E104: 400,
  E105: 400,
  E106: 413,
  E107: 403,
  E110: 429,
  E112: 503,
  E113: 429,
  E121: 503,
  E122: 409,
  E123: 503,
  E126: 403,
  E130: 400,
  E131: 409,
  E132: 504,
  E133: 409,
  E135: 409,
  E140: 404,
  E141: 409,
  E142: 503,
  E143: 409,
  E144: 409,
  E145: 409,
  E146: 409,
  E500: 500,
};

/** A failure as an HTTP status and a JSON body. */
export function httpFailure({ code, message, path, details }: Failure) {
  // Failures that came over the link have the path in their details.
  const field = path ?? details?.path;
  const body = {
    error: message,
    code,
    path: field,
    details,
  };
  return { status: HTTP_STATUSES[code] ?? 500, body };
}

/** Answers a request that failed. */
export function sendFailure(reply: FastifyReply, failure: Failure): FastifyReply {
  const { status, body } = httpFailure(failure);
  return reply.code(status).send(body);
}

/** Answers a request that an access check refused. `code` is the error code that the route sends with it, if it sends one. */
export function sendRefusal(
  reply: FastifyReply,
  { status, error }: AccessRefusal,
  code?: 'E102',
): FastifyReply {
  if (status === 503) return sendFailure(reply, revocationUnknown());
  return reply.code(status).send({ error, code });
}
