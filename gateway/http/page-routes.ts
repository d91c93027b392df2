import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { asyncApi } from '../docs/asyncapi.js';
import { proxyOpenApi, type RestDocument } from '../docs/openapi.js';
import { docsPage, docsStyle } from '../docs/page.js';

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
    .map((name) => {
      const bytes = readFileSync(join(folder, name));
      const path = name === 'index.html' ? '/' : `/${name}`;
      const tag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;
      return { path, type: CONTENT_TYPES[extname(name)] ?? '', bytes, tag };
    });
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

/** The page for people at `/`, and its files. They are read once. */
export function addPageRoutes(app: FastifyInstance): void {
  const files = readPage();
  if (files.length === 0) {
    app.get('/', { config: { docs: 'hidden' } }, (_request, reply) =>
      reply.code(503).headers(PAGE_HEADERS).send('The page is not built: npm run build'),
    );
  }
  for (const file of files) addFile(app, file);
}

function addFile(app: FastifyInstance, { path, type, bytes, tag }: PageFile): void {
  app.get(path, { config: { docs: 'hidden' } }, (request, reply) => {
    reply.headers(PAGE_HEADERS).header('etag', tag).type(type);
    if (request.headers['if-none-match'] === tag) return reply.code(304).send();
    return reply.send(bytes);
  });
}

/** A document of the protocols, and where it is served. */
export interface ProtocolDocument {
  readonly route: string;
  readonly contentType: string;
  /** The text, made from the schemas that check the messages and from the gateway's OpenAPI document; takes up to 50 ms. */
  readonly render: (rest: RestDocument) => string;
}

const JSON_TYPE = 'application/json; charset=utf-8';

/** The page at `/docs` and the documents it links to. */
export const documents: readonly ProtocolDocument[] = [
  { route: '/docs', contentType: 'text/html; charset=utf-8', render: docsPage },
  { route: '/docs/style.css', contentType: 'text/css; charset=utf-8', render: () => docsStyle },
  { route: '/docs/asyncapi.json', contentType: JSON_TYPE, render: () => stringify(asyncApi()) },
  { route: '/docs/openapi.json', contentType: JSON_TYPE, render: stringify },
  { route: '/docs/openapi-proxy.json', contentType: JSON_TYPE, render: () => stringify(proxyOpenApi()) },
];

function stringify(document: object): string {
  return `${JSON.stringify(document, undefined, 2)}\n`;
}

/** The page loads only its own style. */
const POLICY =
  "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Serves the documents of the protocols at `/docs`; each is rendered once, at its first request. */
export function addDocsRoutes(app: FastifyInstance): void {
  for (const { route, contentType, render } of documents) {
    let text: string | undefined;
    app.get(route, { config: { docs: 'hidden' } }, async (_request, reply) => {
      text ??= render(app.swagger());
      reply.header('content-security-policy', POLICY).header('cache-control', 'no-cache').type(contentType);
      return text;
    });
  }
}
