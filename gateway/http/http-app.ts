import { type FastifyInstance, fastify } from 'fastify';
import type { Logger } from '#shared/log.js';
import type { Metrics } from '../metrics.js';
import type { Health } from './health.js';

export interface HttpAppOptions {
  readonly metrics: Metrics;
  readonly log: Logger;
  readonly headersTimeout: number;
  health(): Health;
}

/** The REST side of the gateway: health and metrics. */
export function createHttpApp({ metrics, log, health, headersTimeout }: HttpAppOptions): FastifyInstance {
  const app = fastify({
    logger: false,
    forceCloseConnections: true,
    bodyLimit: 1 << 20,
    // Connections that say nothing, or a letter now and then, are not kept.
    http: {
      headersTimeout,
      requestTimeout: headersTimeout * 2,
      connectionsCheckingInterval: headersTimeout / 5,
    },
  });
  app.get('/health', (_request, reply) => {
    const now = health();
    reply.code(now.ready ? 200 : 503).send(now);
  });
  app.get('/health/live', (_request, reply) => {
    reply.send({ live: true });
  });
  app.get('/api/metrics', async (_request, reply) => {
    reply.header('content-type', metrics.registry.contentType);
    return metrics.registry.metrics();
  });
  app.setNotFoundHandler((request, reply) => {
    reply.code(404).send({ error: `No such endpoint: ${request.method} ${request.url.split('?', 1)[0]}` });
  });
  app.setErrorHandler((error, request, reply) => {
    log.error({ err: error, route: request.routeOptions.url }, 'HTTP request failed');
    reply.code(500).send({ error: 'Internal error' });
  });
  return app;
}
