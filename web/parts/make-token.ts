/** A token that the gateway has made, or why it has not. */
type MadeToken = { readonly token: string } | { readonly problem: string };

/** Asks the gateway for a token of one agent in one game; `by` is a token that may play and manage that game. */
export async function makeToken(
  by: string,
  scope: { readonly agents: string; readonly games: string },
): Promise<MadeToken> {
  try {
    const response = await fetch('/api/tokens', {
      method: 'POST',
      headers: { authorization: `Bearer ${by}`, 'content-type': 'application/json' },
      body: JSON.stringify(scope),
    });
    const answer: { readonly token?: string; readonly error?: string } = await response.json();
    if (answer.token !== undefined) return { token: answer.token };
    return { problem: answer.error ?? 'The gateway made no token' };
  } catch {
    return { problem: 'The gateway is not reachable' };
  }
}
