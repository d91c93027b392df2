/** What the gateway answers: the data, or a sentence that says why there is none, with the status of a refusal. */
export type GatewayAnswer<T> =
  | { readonly data: T }
  | { readonly problem: string; readonly status?: number | undefined };

/** What is sent with a request. */
interface Sent {
  readonly body?: object | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Asks the gateway of this page, with a token. Never rejects: a request that was aborted has a problem, too. */
export async function askGateway<T>(
  token: string,
  method: string,
  path: string,
  { body, signal }: Sent = {},
): Promise<GatewayAnswer<T>> {
  try {
    const response = await fetch(path, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      body: body === undefined ? null : JSON.stringify(body),
      ...(signal !== undefined && { signal }),
    });
    const answer: { readonly error?: string } & T = await response.json();
    const { ok, status } = response;
    return ok ? { data: answer } : { problem: answer.error ?? `The gateway answered ${status}`, status };
  } catch {
    return { problem: 'The gateway is not reachable' };
  }
}

/** Copies a text to the clipboard; false where the page has none, as without https. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
