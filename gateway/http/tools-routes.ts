import type { FastifyInstance } from 'fastify';
import { parseWith } from '#shared/core/parse.js';
import { toolsQuerySchema } from '#shared/protocol/actions.js';
import type { GameAccess } from '../auth/game-access.js';
import type { ProxyLink } from '../link/proxy-link.js';

const TOOLS_DEADLINE = 5_000;

/** The actions as tools for language models: `GET /api/tools?format=openai|anthropic`, for who has any token. */
export function addToolsRoutes(app: FastifyInstance, link: ProxyLink, access: GameAccess): void {
  app.get('/api/tools', async (request, reply) => {
    const admission = access.knows({ authorization: request.headers.authorization, address: request.ip });
    if (!admission.admitted) return reply.code(admission.status).send({ error: admission.error });
    const query = parseWith(toolsQuerySchema, request.query);
    if (!query.ok) return reply.code(400).send({ error: query.failure.message });
    const question = { type: 'tools', agent_id: 'tools', game_id: 'all', data: query.value } as const;
    const outcome = await link.request(question, TOOLS_DEADLINE);
    if (!outcome.ok || outcome.value.type === 'error') {
      return reply.code(503).send({ error: 'The tools are not reachable at the moment' });
    }
    return outcome.value.data;
  });
}
