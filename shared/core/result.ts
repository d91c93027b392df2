import type { Failure } from './failure.js';

/** The value of what succeeded, or the failure of what was expected to fail now and then: no exception is thrown. */
export type Result<T, F = Failure> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly failure: F };

/** A result that succeeded. */
export function ok<T>(value: T): Result<T, never> {
  return { ok: true, value };
}

/** A result that failed. */
export function fail<F>(failure: F): Result<never, F> {
  return { ok: false, failure };
}
