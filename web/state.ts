import { computed, signal } from '@preact/signals';
import type { GameSummary } from '#shared/protocol/game-summary.js';
import type { HistoryRow, SpectatorUpdate } from '#shared/protocol/spectator/messages.js';
import type { RecordingInfo } from '#shared/protocol/spectator/recording.js';
import type { SpectatorView } from '#shared/protocol/spectator/view.js';
import type { OpenLink } from './watch/spectator-link.js';
import type { Watch } from './watch/watch.js';
import type { WatchStatus, WatchTime } from './watch/watch-status.js';

/** What the page shows, as in its URL fragment: `#/game/ID?turn=42&player=3`. */
export interface PageLocation {
  readonly gameId: string;
  /** Undefined for live. */
  readonly turn: number | undefined;
  /** The player whose view is shown; undefined for the whole game. */
  readonly player: number | undefined;
}

/** Parses the fragment of a game page; undefined for any other page. */
function parseGameHash(hash: string): PageLocation | undefined {
  const [, gameId, query = ''] = /^#\/game\/([A-Za-z0-9._-]+)(?:\?(.*))?$/.exec(hash) ?? [];
  if (gameId === undefined) return undefined;
  const fields = new URLSearchParams(query);
  return { gameId, turn: parseCount(fields.get('turn')), player: parseCount(fields.get('player')) };
}

/** Parses `#/play/ID`, or `#/play` for a new game; undefined for any other page. */
function parsePlayHash(hash: string): { readonly gameId: string | undefined } | undefined {
  const found = /^#\/play(?:\/([A-Za-z0-9._-]+))?$/.exec(hash);
  return found === null ? undefined : { gameId: found[1] };
}

/** The URL fragment of a location. */
function gameHash({ gameId, turn, player }: PageLocation): string {
  const fields = new URLSearchParams();
  if (turn !== undefined) fields.set('turn', String(turn));
  if (player !== undefined) fields.set('player', String(player));
  return `#/game/${gameId}${fields.size === 0 ? '' : `?${fields}`}`;
}

function parseCount(text: string | null): number | undefined {
  return text !== null && /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}

/** State of the page in signals: components are rendered again when a signal they read changes. Here the games of the list. */
export const games = signal<readonly GameSummary[] | undefined>(undefined);
/** Why the list of games could not be loaded. */
export const listProblem = signal<string | undefined>(undefined);
/** State of the spectator connection. */
export const status = signal<WatchStatus>({ kind: 'connecting' });
/** The selected tile. */
export const selected = signal<number | undefined>(undefined);
/** True while the map follows events. */
export const isFollowing = signal(false);
/** Takes the watch key out of the address (`#key=…`, as npm start prints it) and keeps it for this tab. */
function takeKey(): void {
  const [found, key] = /[#?&]key=([^&]+)/.exec(location.hash) ?? [];
  if (found === undefined || key === undefined) return;
  sessionStorage.setItem('token', decodeURIComponent(key));
  const rest = location.hash
    .replace(found, found.startsWith('&') ? '' : found.slice(0, 1))
    .replace(/[#?]$/, '');
  window.history.replaceState(null, '', `${location.pathname}${rest}`);
}
takeKey();

/** The token for watching, if one was entered in this tab. */
export const token = signal<string | undefined>(sessionStorage.getItem('token') ?? undefined);

/** The view that is shown. It changes in place; each change is announced by a new object around it. */
export const picture = signal<
  { readonly view: SpectatorView; readonly update?: SpectatorUpdate } | undefined
>(undefined);

/** What differs on a page that shows recordings beside it, without a gateway. */
interface StaticPage {
  /** Where the way back leads. */
  readonly home: string;
  recordingAddress(gameId: string): string;
  readonly openLink: OpenLink;
}

/** Set on a page without a gateway. */
export const staticPage = signal<StaticPage | undefined>(undefined);
/** The watch of the game that is shown. */
export const watch = signal<Watch | undefined>(undefined);
/** The time that is shown. */
export const time = signal<WatchTime>({ kind: 'live' });
/** Which turns and views were recorded. */
export const recording = signal<RecordingInfo | undefined>(undefined);
/** The longest history seen: the plot keeps its lines while the past is shown. */
export const history = signal<readonly HistoryRow[]>([]);
/** Playback speed in turns for each second. */
export const speed = signal(1);
/** The player whose view is shown; undefined for the whole game. */
export const viewedPlayer = signal<number | undefined>(undefined);

/** The location in the URL; changed by the user, not by playback. */
export const pageLocation = signal<PageLocation | undefined>(parseGameHash(location.hash));
/** Whether the page of the operator is shown: `#/admin`. */
export const isAdminPage = signal(location.hash === '#/admin');
/** The game to play in; undefined on all other pages. */
export const playLocation = signal(parsePlayHash(location.hash));
addEventListener('hashchange', () => {
  pageLocation.value = parseGameHash(location.hash);
  playLocation.value = parsePlayHash(location.hash);
  isAdminPage.value = location.hash === '#/admin';
});
/** Id of the game that is shown. */
export const gameId = computed(() => pageLocation.value?.gameId);

/** Sets the URL fragment to what is shown, so that it can be shared. */
export function replaceHash(shown: PageLocation): void {
  const address = gameHash(shown);
  if (address !== location.hash) window.history.replaceState(null, '', address);
}

/** Keeps a token for this tab. */
export function storeToken(text: string): void {
  sessionStorage.setItem('token', text);
  token.value = text;
}

/** Loads the list of games into `games`, or the reason why not into `listProblem`. */
export async function loadGames(signal: AbortSignal): Promise<void> {
  try {
    const headers: HeadersInit = token.value === undefined ? {} : { authorization: `Bearer ${token.value}` };
    const response = await fetch('/api/games', { headers, signal });
    if (response.status === 401) {
      status.value = { kind: 'needs_token' };
      return;
    }
    if (!response.ok) throw new Error('The games are not reachable at the moment.');
    const list: { readonly games: readonly GameSummary[] } = await response.json();
    games.value = list.games;
    listProblem.value = undefined;
    if (status.value.kind === 'needs_token') status.value = { kind: 'connecting' };
  } catch (error) {
    if (signal.aborted) return;
    listProblem.value = error instanceof Error ? error.message : String(error);
  }
}
