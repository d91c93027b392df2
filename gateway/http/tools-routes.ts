import type { FastifyInstance } from 'fastify';
import { toolsQuerySchema } from '#shared/messages/tools.js';
import { parseWith } from '#shared/parse.js';
import type { TokenBook } from '../auth/token-book.js';
import { hashToken } from '../auth/token-list.js';
import type { ProxyLink } from '../link/proxy-link.js';

const TOOLS_DEADLINE = 5_000;

/** The actions as tools for language models: `GET /api/tools?format=openai|anthropic`, for who has any token. */
export function addToolsRoutes(app: FastifyInstance, link: ProxyLink, tokens: TokenBook): void {
  app.get('/api/tools', async (request, reply) => {
    const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1];
    if (token === undefined || !tokens.knows(hashToken(token))) {
      return reply.code(401).send({ error: 'Show a token: authorization: Bearer <token>' });
    }
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
