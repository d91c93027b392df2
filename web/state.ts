import { computed, signal } from '@preact/signals';
import type { GameSummary } from '#shared/protocol/game-summary.js';
import type { HistoryRow, SpectatorUpdate } from '#shared/protocol/spectator/messages.js';
import type { RecordingInfo } from '#shared/protocol/spectator/requests.js';
import type { SpectatorView } from '#shared/protocol/spectator/view.js';
import { addressOf, type Place, placeIn, playIn } from './address.js';
import type { Watch } from './watch/watch.js';
import type { WatchStatus, WatchTime } from './watch/watching.js';

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

/** The game that is watched now, to steer it. */
export const watch = signal<Watch | undefined>(undefined);
export const time = signal<WatchTime>({ name: 'live' });
export const recording = signal<RecordingInfo | undefined>(undefined);
/** The longest history seen: lines stay while one looks at the past. */
export const history = signal<readonly HistoryRow[]>([]);
/** Turns a second. */
export const speed = signal(1);
/** The player through whose eyes; undefined: the whole game. */
export const seenBy = signal<number | undefined>(undefined);

/** What the address asks for; changed by the user, not by what is shown. */
export const place = signal<Place | undefined>(placeIn(location.hash));
/** The game in which a seat is to be played. */
export const playPlace = signal(playIn(location.hash));
addEventListener('hashchange', () => {
  place.value = placeIn(location.hash);
  playPlace.value = playIn(location.hash);
});
export const gameId = computed(() => place.value?.gameId);

/** Keeps the address that of what is shown, so that it can be passed on. */
export function showAddress(shown: Place): void {
  const address = addressOf(shown);
  if (address !== location.hash) window.history.replaceState(null, '', address);
}

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
