/** What the gateway sends on /ws/agent/{agent_id}, as far as the page reads it. */
export interface AgentMessage {
  readonly type: string;
  readonly correlation_id?: string;
  /** On pushes. */
  readonly seq?: number;
  readonly data: Readonly<Record<string, unknown>>;
}

/** Why a request failed, as the gateway says it. */
export interface Refusal {
  readonly code: string;
  readonly message: string;
  readonly didYouMean: readonly string[];
  /** Seconds until the same may work. */
  readonly retryAfter: number | undefined;
}

export type Answer<T> =
  | { readonly ok: true; readonly data: T }
  | { readonly ok: false; readonly refusal: Refusal };

export function refusalIn({ data }: AgentMessage): Refusal {
  const details = isObject(data.details) ? data.details : {};
  const { retry_after: retryAfter, did_you_mean: guesses } = details;
  return {
    code: String(data.code),
    message: String(data.message),
    didYouMean: Array.isArray(guesses) ? guesses.map(String) : [],
    retryAfter: typeof retryAfter === 'number' ? retryAfter : undefined,
  };
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
