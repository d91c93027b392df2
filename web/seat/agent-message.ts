import { isJsonObject } from '#shared/core/json.js';

/** A message of the gateway on /ws/agent/{agent_id}, as far as the page reads it. */
export interface AgentMessage {
  readonly type: string;
  readonly correlation_id?: string;
  /** Number of a push; only pushes have one. */
  readonly seq?: number;
  readonly data: Readonly<Record<string, unknown>>;
}

/** Why the gateway refused a request. */
export interface RequestRefusal {
  readonly code: string;
  readonly message: string;
  readonly didYouMean: readonly string[];
  /** Seconds until the same request may work. */
  readonly retryAfter: number | undefined;
}

/** The answer to a request. */
export type AgentAnswer<T> =
  | { readonly ok: true; readonly data: T }
  | { readonly ok: false; readonly refusal: RequestRefusal };

/** Reads the refusal of an `error` message. */
export function refusalOf({ data }: AgentMessage): RequestRefusal {
  const details = isJsonObject(data.details) ? data.details : {};
  const { retry_after: retryAfter, did_you_mean: guesses } = details;
  return {
    code: String(data.code),
    message: String(data.message),
    didYouMean: Array.isArray(guesses) ? guesses.map(String) : [],
    retryAfter: typeof retryAfter === 'number' ? retryAfter : undefined,
  };
}
