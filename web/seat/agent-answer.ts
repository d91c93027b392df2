import type { AgentMessage } from '#shared/protocol/state/messages.js';

/** Why the gateway refused a request. */
export interface RequestRefusal {
  readonly code: string;
  readonly message: string;
  readonly didYouMean: readonly string[];
  /** Seconds until the same request may work. */
  readonly retryAfter: number | undefined;
}

/** The answer to a request: its `data`, or why it was refused. */
export type AgentAnswer<T> =
  | { readonly ok: true; readonly data: T }
  | { readonly ok: false; readonly refusal: RequestRefusal };

/** Reads the refusal of an `error` message. */
export function refusalOf({ data }: Extract<AgentMessage, { type: 'error' }>): RequestRefusal {
  const { code, message, details } = data;
  return { code, message, didYouMean: details.did_you_mean ?? [], retryAfter: details.retry_after };
}
