import type { FastifyInstance, FastifyRequest } from 'fastify';
import { parseWith } from '#shared/core/parse.js';
import {
  type AdminOverview,
  adminOverviewSchema,
  drainedSchema,
  drainSchema,
} from '#shared/protocol/rest.js';
import type { AdminAccess } from '../auth/admin-access.js';
import type { Metrics } from '../core/metrics.js';
import type { RouteDocs } from '../docs/openapi.js';
import type { ProxyState } from '../link/link-set.js';
import { adminFailures, requireAdmin } from './admin-routes.js';
import { sendFailure } from './failures.js';
import { jsonBodyOf, keepJsonAsText } from './requests.js';

/** What the routes are made with. */
export interface OverviewOptions {
  readonly access: AdminAccess;
  readonly metrics: Metrics;
  proxies(): readonly ProxyState[];
  /** Requests of agents that are not answered yet. */
  inFlight(): number;
  isClosed(): boolean;
  /** Whether new sockets are refused from now on. */
  setClosed(isClosed: boolean): void;
}

const overviewDocs: RouteDocs = {
  summary: 'How this gateway is: sockets, queues, links, and the limits that were hit.',
  ok: adminOverviewSchema,
  failures: adminFailures,
};

const drainDocs: RouteDocs = {
  summary: 'Takes no new sockets, or takes them again. Those that are open go on.',
  body: drainSchema,
  ok: drainedSchema,
  failures: { ...adminFailures, '400': 'The body does not say whether' },
};

/** The state of the gateway at a glance, and closing its entry, for the operator. */
export function addOverviewRoutes(host: FastifyInstance, options: OverviewOptions): void {
  const onRequest = requireAdmin(options.access);
  void host.register(async (app) => {
    keepJsonAsText(app);
    app.get('/api/admin/overview', { onRequest, config: { docs: overviewDocs } }, () => overviewOf(options));
    app.post('/api/admin/drain', { onRequest, config: { docs: drainDocs } }, async (request, reply) => {
      const wish = wishIn(request);
      if (!wish.ok) return sendFailure(reply, wish.failure);
      options.setClosed(wish.value.drain);
      return { draining: options.isClosed() };
    });
  });
}

function wishIn(request: FastifyRequest) {
  const body = jsonBodyOf(request, 'E105');
  return body.ok ? parseWith(drainSchema, body.value) : body;
}

async function overviewOf({ metrics, proxies, inFlight, isClosed }: OverviewOptions): Promise<AdminOverview> {
  const hits = await metrics.limitsHit.get();
  return {
    draining: isClosed(),
    sockets: await readGauge(metrics.sockets),
    spectators: await readGauge(metrics.spectators),
    sessions: await readGauge(metrics.sessions),
    in_flight: inFlight(),
    unread_bytes: await readGauge(metrics.unreadBytes),
    limits_hit: Object.fromEntries(hits.values.map(({ labels, value }) => [String(labels.limit), value])),
    proxies: proxies().map(({ isUp: up, isDraining: draining, ...rest }) => ({ ...rest, up, draining })),
  };
}

/** The value of a metric without labels. */
async function readGauge(metric: Metrics['sockets']): Promise<number> {
  const { values } = await metric.get();
  return values[0]?.value ?? 0;
}
