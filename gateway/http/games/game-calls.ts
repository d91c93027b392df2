import type { GameOperationType } from '#shared/protocol/game-operations.js';

export interface GameCall {
  readonly method: 'get' | 'post' | 'delete';
  readonly path: string;
  readonly type: GameOperationType;
  readonly summary: string;
  /** What the caller needs: see GameAccess. */
  readonly access: 'look' | 'watch' | 'create' | 'manage';
  /** Status of its success. */
  readonly status: 200 | 201;
}

const game = '/api/games/{game_id}';

/** The routes about games; the documents are made of these too. */
export const gameCalls: readonly GameCall[] = [
  call('post', '/api/games', 'game_create', 'Makes a game and opens its lobby.', 'create', 201),
  call('get', '/api/games', 'game_list', 'All games: those that run, wait on disk, or have ended.', 'look'),
  call('get', game, 'game_info', 'All that is told of a game.', 'look'),
  call('post', `${game}/start`, 'game_start', 'Begins with the agents that have a seat.', 'manage'),
  call('post', `${game}/pause`, 'game_pause', 'Nobody can act, and the turn’s time stands still.', 'manage'),
  call('post', `${game}/resume`, 'game_resume', 'The turn goes on with the time it had left.', 'manage'),
  call('post', `${game}/end`, 'game_end', 'Ends the game with the ranking as it stands.', 'manage'),
  call('post', `${game}/save`, 'game_save', 'Saves the game as the turn stands.', 'manage', 201),
  call('post', `${game}/fork`, 'game_fork', 'A new game that begins as a turn of this one.', 'manage', 201),
  call('get', `${game}/saves`, 'game_saves', 'The saves of a game, newest first.', 'look'),
  call('get', `${game}/score`, 'game_score', 'Every player’s score in every turn; CSV on request.', 'watch'),
  call('delete', game, 'game_delete', 'Ends a game and deletes all there is of it.', 'manage'),
];

function call(
  method: GameCall['method'],
  path: string,
  type: GameOperationType,
  summary: string,
  access: GameCall['access'],
  status: GameCall['status'] = 200,
): GameCall {
  return { method, path, type, summary, access, status };
}
