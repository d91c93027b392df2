import type { FastifyInstance } from 'fastify';
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

/** The page for spectators at `/`, and its files. */
export function addSpectatorRoutes(app: FastifyInstance): void {
  const files = readPage();
  if (files.length === 0) {
    app.get('/', (_request, reply) =>
      reply.code(503).headers(pageHeaders).send('The page is not built: npm run build'),
    );
  }
  for (const file of files) addFile(app, file);
}

function addFile(app: FastifyInstance, { path, type, bytes, tag }: PageFile): void {
  app.get(path, (request, reply) => {
    reply.headers(pageHeaders).header('etag', tag).type(type);
    if (request.headers['if-none-match'] === tag) return reply.code(304).send();
    return reply.send(bytes);
  });
}
