import type { FastifyInstance } from 'fastify';
import type { ProxyLink } from '../link/proxy-link.js';
import type { SpectatorAccess } from '../spectators/spectator-access.js';
import { type PageFile, readPage } from './page-files.js';

/** The page runs nothing but its own files, and nobody else may frame it. */
const pageHeaders = {
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-cache',
};

const LIST_DEADLINE = 5_000;

/** The page for spectators at `/`, its files, and the list of games it begins with. */
export function addSpectatorRoutes(app: FastifyInstance, link: ProxyLink, access: SpectatorAccess): void {
  const files = readPage();
  if (files.length === 0) {
    app.get('/', (_request, reply) =>
      reply.code(503).headers(pageHeaders).send('The page is not built: npm run build'),
    );
  }
  for (const file of files) addFile(app, file);
  app.get('/api/games', async (request, reply) => {
    reply.header('cache-control', 'no-store');
    if (!access.admits(request.headers.authorization)) {
      return reply.code(401).send({ error: 'Show a token: authorization: Bearer <token>' });
    }
    const question = { type: 'game_list', agent_id: 'spectators', game_id: 'all', data: {} } as const;
    const outcome = await link.request(question, LIST_DEADLINE);
    if (!outcome.ok || outcome.value.type === 'error') {
      return reply.code(503).send({ error: 'The games are not reachable at the moment' });
    }
    return outcome.value.data;
  });
}

function addFile(app: FastifyInstance, { path, type, bytes, tag }: PageFile): void {
  app.get(path, (request, reply) => {
    reply.headers(pageHeaders).header('etag', tag).type(type);
    if (request.headers['if-none-match'] === tag) return reply.code(304).send();
    return reply.send(bytes);
  });
}
