import { z } from 'zod';
import { type GameOperationType, gameOperations } from '#shared/protocol/game-operations.js';
import type { RouteDocs } from '../../docs/openapi.js';

/** A route about games. */
export interface GameRoute {
  readonly method: 'get' | 'post' | 'delete';
  /** The path in the form of fastify. */
  readonly path: string;
  /** The operation that the proxy is asked for. */
  readonly type: GameOperationType;
  readonly summary: string;
  /** What the caller needs; GameAccess explains each. */
  readonly access: 'read' | 'watch' | 'create' | 'manage';
  /** The HTTP status of success. */
  readonly status: 200 | 201;
}

const game = '/api/games/:game_id';

/** All routes about games. */
export const gameRoutes: readonly GameRoute[] = [
  route('post', '/api/games', 'game_create', 'Creates a game and opens its lobby.', 'create', 201),
  route('get', '/api/games', 'game_list', 'Lists all games: running, stored on disk, ended.', 'read'),
  route('get', '/api/scenarios', 'scenario_list', 'Lists the scenarios that a game can be made for.', 'read'),
  route('get', game, 'game_info', 'Shows one game.', 'read'),
  route('post', `${game}/start`, 'game_start', 'Starts the game with the agents that have a seat.', 'manage'),
  route(
    'post',
    `${game}/pause`,
    'game_pause',
    'Pauses the game: no player can act, and the clock of the turn stops.',
    'manage',
  ),
  route('post', `${game}/resume`, 'game_resume', 'Resumes the turn with the time it had left.', 'manage'),
  route('post', `${game}/end`, 'game_end', 'Ends the game with the ranking as it stands.', 'manage'),
  route('post', `${game}/save`, 'game_save', 'Saves the game in its present state.', 'manage', 201),
  route(
    'post',
    `${game}/fork`,
    'game_fork',
    'Creates a new game that begins as a turn of this one.',
    'manage',
    201,
  ),
  route('get', `${game}/saves`, 'game_saves', 'Lists the saves of a game, newest first.', 'read'),
  route(
    'get',
    `${game}/score`,
    'game_score',
    'The score of every player in every turn, as JSON or CSV.',
    'watch',
  ),
  route(
    'get',
    `${game}/diplomacy`,
    'game_diplomacy',
    'Every treaty, what the parties said before it, and who kept or broke it.',
    'watch',
  ),
  route(
    'get',
    `${game}/chances`,
    'game_chances',
    'The chance of each player to win and its expected share of the final score, in every turn.',
    'watch',
  ),
  route('delete', game, 'game_delete', 'Ends a game and deletes its folder.', 'manage'),
];

function route(
  method: GameRoute['method'],
  path: string,
  type: GameOperationType,
  summary: string,
  access: GameRoute['access'],
  status: GameRoute['status'] = 200,
): GameRoute {
  return { method, path, type, summary, access, status };
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

const needs: Readonly<Record<GameRoute['access'], string>> = {
  read: 'For spectators, and tokens for the game.',
  watch: 'For spectators.',
  create: 'Needs the right play or manage.',
  manage: 'Needs the right manage, or the admin token.',
};

/** How a route about games is documented. */
export function gameRouteDocs({ method, type, summary, access, status }: GameRoute): RouteDocs {
  const { data, answer } = gameOperations[type];
  const isOpen = access === 'read' || access === 'watch';
  const hasBody = method === 'post' && Object.keys(data.shape).length > 0;
  return {
    summary: `${summary} ${needs[access]}`,
    tokens: isOpen ? ['open', 'agent', 'admin'] : ['agent', 'admin'],
    ok: answer,
    status,
    failures,
    ...(type === 'game_score' ? { query: formatSchema } : {}),
    ...(hasBody ? { body: data } : {}),
  };
}
