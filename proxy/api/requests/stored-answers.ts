import { type Failure, failure } from '#shared/core/failure.js';
import type { LinkAnswer, LinkRequest } from '#shared/protocol/link.js';
import { type GameStorage, STORE_WAIT_MS } from '../../games/storage/game-storage.js';

/** Requests that change a game: what their answers tell must outlive this machine. */
const CHANGING: ReadonlySet<LinkRequest['type']> = new Set([
  'llm_connect',
  'action',
  'action_batch',
  'stop',
  'outcome',
  'notes',
  'transcript',
  'usage_report',
  'conversation_append',
  'game_create',
  'game_start',
  'game_pause',
  'game_resume',
  'game_end',
  'game_save',
  'game_fork',
]);

/** Seconds after which the same request may be sent again. */
const RETRY_S = 5;

/** Whether answers to such requests wait for the bucket. */
export function changesGame(type: LinkRequest['type']): boolean {
  return CHANGING.has(type);
}

/**
 * Waits until what a request has changed is in the bucket. The failure says that it is not: E131 with an unknown outcome for
 * what must not be done twice, E123 for what may be asked again.
 */
export async function notStored(
  storage: GameStorage | undefined,
  { type, game_id: gameId, once }: LinkRequest,
  answer: LinkAnswer,
): Promise<Failure | undefined> {
  if (storage === undefined || answer.type === 'error' || !changesGame(type)) return undefined;
  const forked = type === 'game_fork' ? answer.data.game_id : undefined;
  const changed = typeof forked === 'string' ? forked : gameId;
  if (await storage.whenStored(changed, type === 'game_save' || type === 'game_fork')) return undefined;
  const seconds = STORE_WAIT_MS / 1000;
  const details = { retry_after: RETRY_S, storage: 'behind' };
  const isOnce = once !== undefined || type === 'action' || type === 'action_batch';
  if (!isOnce)
    return failure('E123', `Done, but not stored within ${seconds} s: ask again`, { path: 'type', details });
  const message = `Done in the game, but not stored within ${seconds} s: it is lost if the proxy is lost now. Look at the state before you repeat it`;
  return failure('E131', message, { path: 'type', details: { outcome: 'unknown', ...details } });
}
