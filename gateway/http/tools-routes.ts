import type { FastifyInstance } from 'fastify';
import { parseWith } from '#shared/core/parse.js';
import { toolsQuerySchema } from '#shared/protocol/actions.js';
import type { GameAccess } from '../auth/game-access.js';
import type { ProxyLink } from '../link/proxy-link.js';
import { sendRefusal } from './failures.js';
import { callerOf } from './requests.js';

const DEADLINE_MS = 5_000;

/** The actions as tools for language models: `GET /api/tools?format=openai|anthropic`, for callers with any token. */
export function addToolsRoutes(app: FastifyInstance, link: ProxyLink, access: GameAccess): void {
  app.get('/api/tools', async (request, reply) => {
    const granted = access.authorizeAny(callerOf(request));
    if (!granted.ok) return sendRefusal(reply, granted.failure);
    const query = parseWith(toolsQuerySchema, request.query);
    if (!query.ok) return reply.code(400).send({ error: query.failure.message });
    const question = { type: 'tools', agent_id: 'tools', game_id: 'all', data: query.value } as const;
    const outcome = await link.request(question, DEADLINE_MS);
    if (!outcome.ok || outcome.value.type === 'error') {
      return reply.code(503).send({ error: 'The tools are not reachable at the moment' });
    }
    return outcome.value.data;
  });
}
