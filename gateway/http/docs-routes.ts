import type { FastifyInstance } from 'fastify';
import { documents } from '../docs/documents.js';

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
