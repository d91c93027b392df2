import type { FastifyInstance } from 'fastify';
import { gameIdSchema } from '#shared/messages/envelope.js';
import { isJsonObject } from '../input/json-object.js';
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
  addMap(app, link, access);
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

/** A picture of a game's map; it may come from memory for a few seconds, because pages show many of them. */
function addMap(app: FastifyInstance, link: ProxyLink, access: SpectatorAccess): void {
  app.get('/api/games/:game_id/map.svg', async (request, reply) => {
    const id = gameIdSchema.safeParse(isJsonObject(request.params) ? request.params.game_id : undefined);
    if (!access.admits(request.headers.authorization)) {
      return reply.code(401).send({ error: 'Show a token: authorization: Bearer <token>' });
    }
    if (!id.success) return reply.code(404).send({ error: 'No game has such an id' });
    const question = { type: 'game_map', agent_id: 'spectators', game_id: id.data, data: {} } as const;
    const outcome = await link.request(question, LIST_DEADLINE);
    if (!outcome.ok) return reply.code(503).send({ error: 'The games are not reachable at the moment' });
    const { type, data } = outcome.value;
    if (type === 'error') return reply.code(404).send({ error: data.message });
    reply.headers(pageHeaders).header('cache-control', 'max-age=10').type('image/svg+xml');
    return reply.send(data.svg);
  });
}

function addFile(app: FastifyInstance, { path, type, bytes, tag }: PageFile): void {
  app.get(path, (request, reply) => {
    reply.headers(pageHeaders).header('etag', tag).type(type);
    if (request.headers['if-none-match'] === tag) return reply.code(304).send();
    return reply.send(bytes);
  });
}
