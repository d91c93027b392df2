import type { ErrorCode } from './error-codes.js';

/** An expected failure: what an agent is told, and nothing it must not know. */
export interface Failure {
  readonly code: ErrorCode;
  /** A sentence the agent can act on. */
  readonly message: string;
  /** The field at fault, as a dotted path into the message. */
  readonly path?: string;
  readonly details?: Readonly<Record<string, unknown>>;
}

/** Makes a failure from its code and message. */
export function failure(
  code: ErrorCode,
  message: string,
  more: { path?: string; details?: Readonly<Record<string, unknown>> } = {},
): Failure {
  return { code, message, ...more };
}
