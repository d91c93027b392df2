import type { Failure } from './failure.js';

/** Expected failures are values. */
export type Result<T, F = Failure> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly failure: F };

export function ok<T>(value: T): Result<T, never> {
  return { ok: true, value };
}

export function fail<F>(failure: F): Result<never, F> {
  return { ok: false, failure };
}
