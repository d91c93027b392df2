import { computed, signal } from '@preact/signals';
import type { GameSummary, SpectatorUpdate } from '#shared/spectator/messages.js';
import type { SpectatorView } from '#shared/spectator/view.js';
import type { WatchStatus } from './watch.js';

/** What the page shows; only what is in here makes it draw anew. */
export const games = signal<readonly GameSummary[] | undefined>(undefined);
export const listProblem = signal<string | undefined>(undefined);
export const status = signal<WatchStatus>({ name: 'connecting' });
export const selected = signal<number | undefined>(undefined);
export const isFollowing = signal(false);
export const token = signal<string | undefined>(sessionStorage.getItem('token') ?? undefined);

/** The view changes in place: a new object around it tells that it did. */
export const picture = signal<
  { readonly view: SpectatorView; readonly update?: SpectatorUpdate } | undefined
>(undefined);

const hash = signal(location.hash);
addEventListener('hashchange', () => {
  hash.value = location.hash;
});

/** The game in the address, `#/game/ID`; undefined for the list. */
export const gameId = computed(() => {
  const found = /^#\/game\/([A-Za-z0-9._-]+)$/.exec(hash.value)?.[1];
  return found;
});

export function keepToken(text: string): void {
  sessionStorage.setItem('token', text);
  token.value = text;
}

export async function loadGames(signal: AbortSignal): Promise<void> {
  try {
    const headers: HeadersInit = token.value === undefined ? {} : { authorization: `Bearer ${token.value}` };
    const response = await fetch('/api/games', { headers, signal });
    if (response.status === 401) {
      status.value = { name: 'needs_token' };
      return;
    }
    if (!response.ok) throw new Error('The games are not reachable at the moment.');
    const list: { readonly games: readonly GameSummary[] } = await response.json();
    games.value = list.games;
    listProblem.value = undefined;
    if (status.value.name === 'needs_token') status.value = { name: 'connecting' };
  } catch (error) {
    if (signal.aborted) return;
    listProblem.value = error instanceof Error ? error.message : String(error);
  }
}
