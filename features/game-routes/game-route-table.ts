import { z } from 'zod';
import { type GameOperationType, gameOperations } from '#shared/protocol/game-operations.js';
import type { RouteDocs } from '../../gateway/http/route-docs.js';
import type { RequestName } from '../access/request-rights.js';

/** A row of the table of rights that is a route about games. */
type GameRouteRow = Extract<RequestName, `${string} /api/games${string}` | 'GET /api/scenarios'>;

/** A route about games. */
export interface GameRoute {
  readonly method: 'get' | 'post' | 'delete';
  readonly path: string;
  readonly type: GameOperationType;
  readonly summary: string;
  /** Its row in the table of rights. */
  readonly row: RequestName;
  /** The HTTP status of success. */
  readonly status: 200 | 201;
}

/** All routes about games. */
export const gameRoutes: readonly GameRoute[] = [
  route('POST /api/games', 'game_create', 'Creates a game and opens its lobby.', 201),
  route('GET /api/games', 'game_list', 'Lists all games: running, stored on disk, ended.'),
  route('GET /api/scenarios', 'scenario_list', 'Lists the scenarios that a game can be made for.'),
  route('GET /api/games/{game_id}', 'game_info', 'Shows one game.'),
  route('POST /api/games/{game_id}/start', 'game_start', 'Starts the game with the agents that have a seat.'),
  route(
    'POST /api/games/{game_id}/pause',
    'game_pause',
    'Pauses the game: no player can act, and the clock of the turn stops.',
  ),
  route('POST /api/games/{game_id}/resume', 'game_resume', 'Resumes the turn with the time it had left.'),
  route('POST /api/games/{game_id}/end', 'game_end', 'Ends the game with the ranking as it stands.'),
  route('POST /api/games/{game_id}/save', 'game_save', 'Saves the game in its present state.', 201),
  route(
    'POST /api/games/{game_id}/fork',
    'game_fork',
    'Creates a new game that begins as a turn of this one.',
    201,
  ),
  route('GET /api/games/{game_id}/saves', 'game_saves', 'Lists the saves of a game, newest first.'),
  route(
    'GET /api/games/{game_id}/score',
    'game_score',
    'The score of every player in every turn, as JSON or CSV.',
  ),
  route(
    'GET /api/games/{game_id}/diplomacy',
    'game_diplomacy',
    'Every treaty, what the parties said before it, and who kept or broke it.',
  ),
  route(
    'GET /api/games/{game_id}/chances',
    'game_chances',
    'The chance of each player to win and its expected share of the final score, in every turn.',
  ),
  route('DELETE /api/games/{game_id}', 'game_delete', 'Ends a game and deletes its folder.'),
];

function route(
  row: GameRouteRow,
  type: GameOperationType,
  summary: string,
  status: GameRoute['status'] = 200,
): GameRoute {
  const [method, path = ''] = row.split(' ', 2);
  const verb = method === 'GET' ? 'get' : method === 'POST' ? 'post' : 'delete';
  return { method: verb, path: path.replaceAll(/\{(\w+)\}/g, ':$1'), type, summary, row, status };
}

const failures: RouteDocs['failures'] = {
  '400': 'A field is missing or has a value it cannot have; path says which',
  '401': 'No token, or a wrong one',
  '403': 'The token is not for this game, or lacks the right that this takes',
  '404': 'No such game',
  '409': 'The state of the game does not allow it',
  '429': 'Too many wrong tokens',
  '503': 'No room for another game, or the game or the proxy is away; it may work later',
};

const formatSchema = z.object({ format: z.enum(['json', 'csv']).default('json') });

/** How a route about games is documented. */
export function gameRouteDocs({ method, type, summary, status }: GameRoute): RouteDocs {
  const { data, answer } = gameOperations[type];
  const hasBody = method === 'post' && Object.keys(data.shape).length > 0;
  return {
    summary,
    ok: answer,
    status,
    failures,
    ...(type === 'game_score' ? { query: formatSchema } : {}),
    ...(hasBody ? { body: data } : {}),
  };
}
