import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';

/** From here, as source and compiled. */
const places = ['../../docs/', '../../../docs/'];

const files = [
  { route: '/docs', name: 'index.html', type: 'text/html; charset=utf-8' },
  { route: '/docs/style.css', name: 'style.css', type: 'text/css; charset=utf-8' },
  { route: '/docs/asyncapi.json', name: 'asyncapi.json', type: 'application/json; charset=utf-8' },
  { route: '/docs/openapi.json', name: 'openapi.json', type: 'application/json; charset=utf-8' },
  { route: '/docs/openapi-proxy.json', name: 'openapi-proxy.json', type: 'application/json; charset=utf-8' },
];

/** The page loads its own style and nothing else. */
const policy =
  "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** The generated documents; no routes when they are not there. */
export function addDocsRoutes(app: FastifyInstance): void {
  const folder = places
    .map((place) => fileURLToPath(new URL(place, import.meta.url)))
    .find((path) => existsSync(`${path}asyncapi.json`));
  if (folder === undefined) return;
  for (const { route, name, type } of files) {
    const bytes = readFileSync(`${folder}${name}`);
    app.get(route, async (_request, reply) => {
      reply.header('content-security-policy', policy).header('cache-control', 'no-cache').type(type);
      return bytes;
    });
  }
}
