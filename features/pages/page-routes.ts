import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';

interface PageFile {
  readonly path: string;
  readonly type: string;
  readonly bytes: Buffer;
  readonly tag: string;
}

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** The folder of the built page, relative to the source of this file and to the compiled file. */
const PAGE_FOLDERS = ['../../dist/web', '../../web'];

/** The files of the built page; none when it was not built. */
function readPage(): readonly PageFile[] {
  const folder = PAGE_FOLDERS.map((place) => fileURLToPath(new URL(place, import.meta.url))).find((path) =>
    existsSync(join(path, 'index.html')),
  );
  if (folder === undefined) return [];
  return readdirSync(folder)
    .filter((name) => extname(name) in CONTENT_TYPES)
    .map((name) => readFile(PAGES[name] ?? `/${name}`, join(folder, name)));
}

/** The addresses of the pages; other files have their names. */
const PAGES: Readonly<Record<string, string>> = { 'index.html': '/', 'docs.html': '/docs' };

function readFile(path: string, file: string): PageFile {
  const bytes = readFileSync(file);
  const tag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;
  return { path, type: CONTENT_TYPES[extname(file)] ?? '', bytes, tag };
}

/** The files of Swagger UI for the page at `/docs`; none where its optional package is not installed. */
function readSwaggerUi(): readonly PageFile[] {
  try {
    const folder = join(dirname(createRequire(import.meta.url).resolve('@fastify/swagger-ui')), 'static');
    return [
      readFile('/docs/swagger-ui.js', join(folder, 'swagger-ui-bundle.js')),
      readFile('/docs/swagger-ui.css', join(folder, 'swagger-ui.css')),
    ];
  } catch {
    return [];
  }
}

/** The page loads only its own files and cannot be framed. */
const PAGE_HEADERS = {
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

/** The pages for people at `/` and `/docs`, and their files. They are read once. */
export function addPageRoutes(app: FastifyInstance): void {
  const files = readPage();
  if (files.length === 0) {
    for (const path of Object.values(PAGES))
      app.get(path, { config: { docs: 'hidden' } }, (_request, reply) =>
        reply.code(503).headers(PAGE_HEADERS).send('The page is not built: npm run build'),
      );
  }
  for (const file of [...files, ...readSwaggerUi()]) addFile(app, file);
}

function addFile(app: FastifyInstance, { path, type, bytes, tag }: PageFile): void {
  app.get(path, { config: { docs: 'hidden' } }, (request, reply) => {
    reply.headers(PAGE_HEADERS).header('etag', tag).type(type);
    if (request.headers['if-none-match'] === tag) return reply.code(304).send();
    return reply.send(bytes);
  });
}
