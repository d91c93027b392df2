import fastifySwagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import { asyncApi } from './asyncapi.js';
import { openApiOptions, proxyOpenApi, type RestDocument } from './openapi.js';

/** Makes the OpenAPI document of the app, which has the routes that are added after this is done. */
export async function documentRoutes(app: FastifyInstance): Promise<void> {
  await app.register(fastifySwagger, openApiOptions);
}

/** A document of the protocols, and where it is served. */
export interface ProtocolDocument {
  readonly route: string;
  /** The text, made from the schemas that check the messages and from the gateway's OpenAPI document; takes up to 50 ms. */
  readonly render: (rest: RestDocument) => string;
}

/** The documents that the page at `/docs` shows. */
export const documents: readonly ProtocolDocument[] = [
  { route: '/docs/asyncapi.json', render: () => stringify(asyncApi()) },
  { route: '/docs/openapi.json', render: stringify },
  { route: '/docs/openapi-proxy.json', render: () => stringify(proxyOpenApi()) },
];

function stringify(document: object): string {
  return `${JSON.stringify(document, undefined, 2)}\n`;
}

/** Serves the documents of the protocols; each is rendered once, at its first request. */
export function addDocumentRoutes(app: FastifyInstance): void {
  for (const { route, render } of documents) {
    let text: string | undefined;
    app.get(route, { config: { docs: 'hidden' } }, async (_request, reply) => {
      text ??= render(app.swagger());
      reply.header('cache-control', 'no-cache').type('application/json; charset=utf-8');
      return text;
    });
  }
}
