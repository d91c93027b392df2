import { type FastifyError, type FastifyInstance, fastify } from 'fastify';
import { type HostRules, isHostAllowed, WRONG_HOST } from '#shared/core/hosts.js';
import type { Logger } from '#shared/core/log.js';
import type { Health } from '#shared/protocol/rest.js';
import type { AdminAccess } from '../auth/admin-access.js';
import type { Metrics } from '../metrics.js';
import { needsAdmin } from './admin-routes.js';
import { createHttpServer, type Tls } from './http-server.js';

export interface HttpAppOptions {
  readonly metrics: Metrics;
  readonly log: Logger;
  readonly headersTimeout: number;
  readonly tls: Tls | undefined;
  readonly hosts: HostRules;
  /** Set when metrics are for the operator only. */
  readonly metricsAccess: AdminAccess | undefined;
  health(): Promise<Health>;
}

/** Of every answer; pages say more exactly what they may load. */
const headers = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
};

/** The REST side of the gateway: health and metrics. */
export function createHttpApp(options: HttpAppOptions): FastifyInstance {
  const { metrics, log, health, headersTimeout, tls, metricsAccess, hosts } = options;
  const app = fastify({
    logger: false,
    forceCloseConnections: true,
    bodyLimit: 1 << 20,
    serverFactory: (listener) => createHttpServer(listener, headersTimeout, tls),
  });
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(headers);
    if (tls !== undefined) reply.header('strict-transport-security', 'max-age=31536000');
    if (isHostAllowed(request.headers.host, hosts)) return undefined;
    return reply.code(421).send({ error: WRONG_HOST });
  });
  app.get('/health', async (_request, reply) => {
    const now = await health();
    return reply.code(now.ready ? 200 : 503).send(now);
  });
  app.get('/health/live', (_request, reply) => {
    reply.send({ live: true });
  });
  const onRequest = metricsAccess === undefined ? [] : [needsAdmin(metricsAccess)];
  app.get('/api/metrics', { onRequest }, async (_request, reply) => {
    reply.header('content-type', metrics.registry.contentType);
    return metrics.registry.metrics();
  });
  app.setNotFoundHandler((request, reply) => {
    reply.code(404).send({ error: `No such endpoint: ${request.method} ${request.url.split('?', 1)[0]}` });
  });
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const status = error.statusCode ?? 500;
    // The request could not be read: its sender's fault, in the words of the HTTP library.
    if (status >= 400 && status < 500) {
      log.debug({ status, route: request.routeOptions.url, reason: error.message }, 'HTTP request refused');
      reply.code(status).send({ error: error.message, code: status === 413 ? 'E106' : 'E104' });
      return;
    }
    log.error({ err: error, route: request.routeOptions.url }, 'HTTP request failed');
    reply.code(500).send({ error: 'Internal error' });
  });
  return app;
}
