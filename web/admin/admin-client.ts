import { signal } from '@preact/signals';
import type { GameInfo, GameSummary } from '#shared/protocol/game-summary.js';
import type { AdminOverview, AdminSession, AdminTokens } from '#shared/protocol/rest.js';
import { askGateway } from '../ask-gateway.js';

/** The state of the gateway as the page shows it. */
export interface AdminSnapshot {
  readonly overview: AdminOverview;
  readonly games: readonly GameSummary[];
  /** The seats of the games that are in memory, by game. */
  readonly seats: ReadonlyMap<string, GameInfo['seats']>;
  readonly sessions: readonly AdminSession[];
  readonly tokens: AdminTokens['tokens'];
}

/** The admin token, if one was entered in this tab. It is kept apart from the token for watching. */
export const adminToken = signal<string | undefined>(sessionStorage.getItem('admin-token') ?? undefined);
/** The newest snapshot. Undefined until it is loaded. */
export const snapshot = signal<AdminSnapshot | undefined>(undefined);
/** Why the last request failed; undefined when it did not. */
export const problem = signal<string | undefined>(undefined);
/** The last action, in a sentence. */
export const done = signal<string | undefined>(undefined);

/** Keeps the admin token for this tab, or forgets it. */
export function storeAdminToken(text: string | undefined): void {
  if (text === undefined) sessionStorage.removeItem('admin-token');
  else sessionStorage.setItem('admin-token', text);
  adminToken.value = text;
  snapshot.value = undefined;
}

/** Milliseconds after which the tokens are loaded again: for their disk use the proxies look at all files of all games. */
const TOKENS_MS = 30_000;
/** When the tokens are loaded again, in milliseconds of `performance.now`; 0 after each action. */
let tokensDue = 0;

function loadTokens(end: AbortSignal): Promise<Pick<AdminSnapshot, 'tokens'>> {
  const { value: shown } = snapshot;
  if (shown !== undefined && performance.now() < tokensDue) return Promise.resolve(shown);
  tokensDue = performance.now() + TOKENS_MS;
  return ask<Pick<AdminSnapshot, 'tokens'>>('GET', '/api/admin/tokens', undefined, end);
}

/** Loads a new snapshot, or sets `problem`. */
export async function loadSnapshot(end: AbortSignal): Promise<void> {
  try {
    const [overview, { games }, { sessions }, { tokens }] = await Promise.all([
      ask<AdminOverview>('GET', '/api/admin/overview', undefined, end),
      ask<Pick<AdminSnapshot, 'games'>>('GET', '/api/games', undefined, end),
      ask<Pick<AdminSnapshot, 'sessions'>>('GET', '/api/admin/sessions', undefined, end),
      loadTokens(end),
    ]);
    const seats = await seatsOf(games, end);
    snapshot.value = { overview, games, seats, sessions, tokens };
    problem.value = undefined;
  } catch (error) {
    if (!end.aborted) problem.value = error instanceof Error ? error.message : String(error);
  }
}

/** States of games whose seats cost a look at the disk. */
const STORED: ReadonlySet<GameSummary['state']> = new Set(['idle', 'ended', 'archived', 'lost', 'deleted']);

async function seatsOf(games: readonly GameSummary[], end: AbortSignal): Promise<AdminSnapshot['seats']> {
  const live = games.filter(({ state }) => !STORED.has(state));
  const infos = live.map(({ game_id: id }) => ask<GameInfo>('GET', `/api/games/${id}`, undefined, end));
  const read = await Promise.allSettled(infos);
  return new Map(
    read.flatMap((one) =>
      one.status === 'fulfilled' ? [[one.value.game_id, one.value.seats] as const] : [],
    ),
  );
}

/** Sends a request of the operator. `what` is shown in `done` when it has succeeded. */
export async function act(
  what: string,
  method: 'POST' | 'DELETE',
  path: string,
  body?: object,
): Promise<void> {
  try {
    await ask(method, path, body);
    tokensDue = 0;
    done.value = what;
    problem.value = undefined;
  } catch (error) {
    problem.value = error instanceof Error ? error.message : String(error);
  }
}

/** Rejects with the gateway's own sentence. A refused token is forgotten. */
async function ask<T>(method: string, path: string, body?: object, signal?: AbortSignal): Promise<T> {
  const answer = await askGateway<T>(adminToken.value ?? '', method, path, { body, signal });
  if ('data' in answer) return answer.data;
  if (answer.status === 401) storeAdminToken(undefined);
  throw new Error(answer.problem);
}
