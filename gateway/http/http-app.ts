import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { type FastifyError, type FastifyInstance, fastify } from 'fastify';
import { isHostAllowed, type OwnHostNames, WRONG_HOST } from '#shared/core/hosts.js';
import type { Logger } from '#shared/core/log.js';
import { type Disk, diskSchema, isDiskWell } from '#shared/protocol/disk.js';
import { type Health, healthSchema, liveSchema } from '#shared/protocol/rest.js';
import type { AdminAccess } from '../auth/admin-access.js';
import { bearerToken } from '../auth/bearer.js';
import type { Metrics } from '../core/metrics.js';
import type { Link } from '../link/game-link.js';
import type { ProxyState } from '../link/link-set.js';
import { readCredentials } from '../transport/certificate.js';
import type { Tls } from '../transport/transport.js';
import type { TrustedProxies } from '../transport/trusted-proxies.js';
import { adminFailures, requireAdmin } from './require-admin.js';
import type { RouteDocs } from './route-docs.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** The address of the client, behind the trusted proxies. */
    readonly clientAddress: string;
  }
}

/** What the HTTP app is made with. */
export interface HttpAppOptions {
  readonly metrics: Metrics;
  readonly log: Logger;
  /** Milliseconds from the connection to the end of the request's headers. */
  readonly headersTimeout: number;
  readonly tls: Tls | undefined;
  readonly hosts: OwnHostNames;
  readonly proxies: TrustedProxies;
  /** Set when metrics need the admin token. */
  readonly metricsAccess: AdminAccess | undefined;
  /** To be awaited before the bearer token of a request is checked. */
  admit(token: string | undefined): Promise<void> | undefined;
  health(): Promise<Health>;
  /** Awaited before the first route is added: it makes a document of all that follow. */
  documentRoutes(app: FastifyInstance): Promise<void>;
}

/** The headers of every answer; pages set a content-security-policy of their own. */
const DEFAULT_HEADERS = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
};

const healthDocs: RouteDocs = {
  summary: 'Whether agents can log in now, and what is missing.',
  ok: healthSchema,
  failures: { '503': 'They cannot: the gateway drains, or the proxy is away' },
  failure: healthSchema,
};

/** How `/health/live` is documented, which gateway and proxy answer alike. */
export const liveDocs: RouteDocs = {
  summary: 'Answers while the process lives.',
  ok: liveSchema,
  failures: {},
};

const metricsDocs: RouteDocs = {
  summary: 'Metrics for Prometheus.',
  ok: 'text/plain',
  failures: adminFailures,
};

/** The HTTP app of the gateway with the routes of health and metrics, to which the other routes are added. */
export async function createHttpApp(options: HttpAppOptions): Promise<FastifyInstance> {
  const { metrics, log, health, headersTimeout, tls, metricsAccess, hosts, proxies } = options;
  const app = fastify({
    logger: false,
    forceCloseConnections: true,
    bodyLimit: 1 << 20,
    serverFactory: (listener) => createHttpServer(listener, headersTimeout, tls),
  });
  app.decorateRequest('clientAddress', {
    getter() {
      return proxies.clientAddress(this.ip, this.headers['x-forwarded-for']);
    },
  });
  await options.documentRoutes(app);
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(DEFAULT_HEADERS);
    if (tls !== undefined) reply.header('strict-transport-security', 'max-age=31536000');
    if (isHostAllowed(request.headers.host, hosts))
      return options.admit(bearerToken(request.headers.authorization));
    return reply.code(421).send({ error: WRONG_HOST });
  });
  app.get('/health', { config: { docs: healthDocs } }, async (_request, reply) => {
    const now = await health();
    return reply.code(now.ready ? 200 : 503).send(now);
  });
  app.get('/health/live', { config: { docs: liveDocs } }, (_request, reply) => {
    reply.send({ live: true });
  });
  const onRequest = metricsAccess === undefined ? [] : [requireAdmin(metricsAccess)];
  app.get('/api/metrics', { onRequest, config: { docs: metricsDocs } }, async (_request, reply) => {
    reply.header('content-type', metrics.registry.contentType);
    return metrics.registry.metrics();
  });
  app.setNotFoundHandler((request, reply) => {
    reply.code(404).send({ error: `No such endpoint: ${request.method} ${request.url.split('?', 1)[0]}` });
  });
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const status = error.statusCode ?? 500;
    // An error of the sender: the HTTP library could not parse the request, and its message says why.
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

/** The HTTP server below REST and sockets. It closes connections whose headers do not come within `headersTimeout` ms. */
export function createHttpServer(
  listener: RequestListener,
  headersTimeout: number,
  tls: Tls | undefined,
): Server {
  const timeouts = {
    headersTimeout,
    requestTimeout: headersTimeout * 2,
    connectionsCheckingInterval: headersTimeout / 5,
  };
  if (tls === undefined) return createServer(timeouts, listener);
  return createSecureServer(
    { ...timeouts, ...readCredentials(tls), handshakeTimeout: headersTimeout },
    listener,
  );
}

/** Short, because health checks have short deadlines themselves. */
const DISK_DEADLINE_MS = 1000;

/** The state of the proxy's disk; undefined while the proxy does not answer. */
export async function queryDisk(link: Link): Promise<Disk | undefined> {
  if (!link.isUp) return undefined;
  const question = { type: 'disk', agent_id: 'health', game_id: 'all', data: {} } as const;
  const outcome = await link.request(question, DISK_DEADLINE_MS);
  return outcome.ok ? diskSchema.safeParse(outcome.value.data).data : undefined;
}

/** What the health of a gateway depends on. */
export interface GatewayHealthFacts {
  readonly isDraining: boolean;
  readonly proxies: readonly ProxyState[];
  /** Undefined while the proxy does not answer. */
  readonly disk: Disk | undefined;
  /** Whether sessions are written to disk, so that they survive a crash. */
  readonly areSessionsKept: boolean;
  readonly uptimeMs: number;
}

/** The answer of `/health`. */
export function gatewayHealth(facts: GatewayHealthFacts): Health {
  const { isDraining, disk, areSessionsKept, uptimeMs } = facts;
  const proxies = facts.proxies.map(({ isUp: up, isDraining: draining, ...rest }) => ({
    ...rest,
    up,
    draining,
  }));
  const up = proxies.some((proxy) => proxy.up);
  const ready = up && !isDraining;
  const areAllUp = proxies.every((proxy) => proxy.up);
  const isWell = ready && areAllUp && areSessionsKept && (disk === undefined || isDiskWell(disk));
  return {
    status: isDraining ? 'draining' : isWell ? 'ok' : 'degraded',
    live: true,
    ready,
    uptime_s: Math.floor(uptimeMs / 1000),
    dependencies: { proxy: { up, disk }, proxies, sessions: { kept: areSessionsKept } },
  };
}
