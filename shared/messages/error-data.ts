import type { Failure } from '../failure.js';

/** The `data` of an `error` message: the spec's names and the flat dialect's side by side. */
export function errorData(failure: Failure): Record<string, unknown> {
  return {
    type: 'error',
    success: false,
    error_code: failure.code,
    error_message: failure.message,
    code: failure.code,
    message: failure.message,
    details: { ...failure.details, ...(failure.path === undefined ? {} : { path: failure.path }) },
  };
}
