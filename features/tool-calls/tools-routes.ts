import type { FastifyInstance } from 'fastify';
import { parseWith } from '#shared/core/parse.js';
import { toolsAnswerSchema, toolsQuerySchema } from '#shared/protocol/tools.js';
import { sendRefusal } from '../../gateway/http/failures.js';
import { callerOf } from '../../gateway/http/requests.js';
import type { RouteDocs } from '../../gateway/http/route-docs.js';
import type { Link } from '../../gateway/link/game-link.js';
import type { GameAccess } from '../access/game-access.js';

const DEADLINE_MS = 5_000;

const toolsDocs: RouteDocs = {
  summary:
    'Tools for language models: the small set, whose calls are sent as tool_call, or one tool for each action.',
  query: toolsQuerySchema,
  ok: toolsAnswerSchema,
  failures: {
    '400': 'No such set or format',
    '401': 'No token, or a wrong one',
    '429': 'Too many wrong tokens',
    '503': 'The proxy is away',
  },
};

/** Tools for language models: `GET /api/tools`, for callers with any token. */
export function addToolsRoutes(app: FastifyInstance, link: Link, access: GameAccess): void {
  app.get('/api/tools', { config: { docs: toolsDocs } }, async (request, reply) => {
    const granted = access.authorize('GET /api/tools', callerOf(request));
    if (!granted.ok) return sendRefusal(reply, granted.failure);
    const query = parseWith(toolsQuerySchema, request.query);
    if (!query.ok) return reply.code(400).send({ error: query.failure.message });
    const question = { type: 'tools', agent_id: 'tools', game_id: 'all', data: query.value } as const;
    const outcome = await link.requestWhenUp(question, DEADLINE_MS);
    if (!outcome.ok || outcome.value.type === 'error') {
      return reply.code(503).send({ error: 'The tools are not reachable at the moment' });
    }
    return outcome.value.data;
  });
}
