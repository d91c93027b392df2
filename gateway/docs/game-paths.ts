import { z } from 'zod';
import { gameOperations } from '#shared/protocol/game-operations.js';
import { type GameRoute, gameRoutes } from '../http/games/game-route-table.js';
import type { Route } from './rest-route.js';

const failures: Route['failures'] = {
  '400': 'A field is missing or has a value it cannot have; path says which',
  '401': 'No token, or a wrong one',
  '403': 'The token is not for this game, or lacks the right that this takes',
  '404': 'No such game',
  '409': 'Not in the state the game is in',
  '429': 'Too many wrong tokens',
  '503': 'No room for another game, or the game or the proxy is away; it may work later',
};

const formatSchema = z.object({ format: z.enum(['json', 'csv']).default('json') });

const needs: Readonly<Record<GameRoute['access'], string>> = {
  read: 'For who may watch, and tokens for the game.',
  watch: 'For who may watch.',
  create: 'Needs the right play or manage.',
  manage: 'Needs the right manage, or the admin token.',
};

/** The routes about games as they are documented. */
export const gamePaths: readonly Route[] = gameRoutes.map(route);

function route({ method, path, type, summary, access, status }: GameRoute): Route {
  const { data, answer } = gameOperations[type];
  const token = [{ agent: [] }, { admin: [] }];
  const isOpen = access === 'read' || access === 'watch';
  const hasBody = method === 'post' && Object.keys(data.shape).length > 0;
  return {
    path,
    method,
    summary: `${summary} ${needs[access]}`,
    security: isOpen ? [{}, ...token] : token,
    ok: answer,
    status,
    failures,
    ...(type === 'game_score' ? { query: formatSchema } : {}),
    ...(hasBody ? { body: data } : {}),
  };
}
