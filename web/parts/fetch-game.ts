import { staticPage, token } from '../state.js';

/** What the gateway tells of a game at `/api/games/ID` and the paths below it; undefined when it does not, and without a gateway. */
export async function fetchGame<T>(id: string, path: string, signal: AbortSignal): Promise<T | undefined> {
  if (staticPage.value !== undefined) return undefined;
  try {
    const headers: HeadersInit = token.value === undefined ? {} : { authorization: `Bearer ${token.value}` };
    const response = await fetch(`/api/games/${id}${path}`, { headers, signal });
    return response.ok ? await response.json() : undefined;
  } catch {
    return undefined;
  }
}
