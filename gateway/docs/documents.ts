import type { FastifyInstance } from 'fastify';
import { asyncApi } from './asyncapi.js';
import { proxyOpenApi, type RestDocument } from './openapi.js';
import { docsPage, docsStyle } from './page.js';

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
