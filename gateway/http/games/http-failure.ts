import type { ErrorCode } from '#shared/core/error-codes.js';
import type { Failure } from '#shared/core/failure.js';

/** The status of answers that refuse with a code. */
const statuses: Readonly<Partial<Record<ErrorCode, number>>> = {
  E101: 400,
  E102: 401,
  E103: 400,
  E104: 400,
  E105: 400,
  E106: 413,
  E107: 403,
  E110: 429,
  E112: 503,
  E121: 503,
  E122: 409,
  E123: 503,
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
};

/** A failure as an HTTP answer. */
export function httpFailure({ code, message, path, details }: Failure) {
  // Over the link it is one of the details.
  const fault = path ?? details?.path;
  const body = {
    error: message,
    code,
    ...(fault === undefined ? {} : { path: fault }),
    ...(details === undefined ? {} : { details }),
  };
  return { status: statuses[code] ?? 500, body };
}
