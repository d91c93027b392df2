import {
  legacyActionResultSchema,
  legacyActionSchema,
  legacyErrorSchema,
  legacyInfoSchema,
  legacyStateQuerySchema,
  legacyStateSchema,
} from '#shared/protocol/legacy.js';
import type { RouteDocs } from '../../docs/openapi.js';

const common = {
  tokens: ['agent'],
  failure: legacyErrorSchema,
  failures: {
    '400': 'A field is missing or has a value it cannot have, or it cannot be told which agent asks',
    '401': 'No token, or one that is not for this agent and game',
    '404': 'No such game',
    '409': 'The game refused it, or is not in the state for it',
    '429': 'Over a limit of the agent, or too many wrong tokens; see retry-after',
    '503': 'The game or the proxy is away; it may work later',
    '504': 'No answer within the deadline',
  },
} as const;

/** How the legacy routes are documented; docs/flat-dialect.md explains them. */
export const legacyRouteDocs = {
  state: {
    ...common,
    summary: 'The flat state as the agent’s seat knows it. The agent gets a seat in the game if it has none.',
    query: legacyStateQuerySchema,
    ok: legacyStateSchema,
  },
  action: {
    ...common,
    summary: 'Does something in the game as that agent; the answer is its verdict.',
    body: legacyActionSchema,
    ok: legacyActionResultSchema,
  },
  info: {
    ...common,
    summary: 'What /api/games/{game_id} tells, with players by id. Who may: as there.',
    tokens: ['open', 'agent', 'admin'],
    ok: legacyInfoSchema,
  },
} as const satisfies Readonly<Record<string, RouteDocs>>;
