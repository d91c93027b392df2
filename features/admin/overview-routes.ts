import type { FastifyInstance, FastifyRequest } from 'fastify';
import { parseWith } from '#shared/core/parse.js';
import {
  type AdminOverview,
  adminOverviewSchema,
  drainedSchema,
  drainSchema,
} from '#shared/protocol/rest.js';
import type { AdminAccess } from '../../gateway/auth/admin-access.js';
import type { Metrics } from '../../gateway/core/metrics.js';
import { sendFailure } from '../../gateway/http/failures.js';
import { jsonBodyOf, keepJsonAsText } from '../../gateway/http/requests.js';
import { adminFailures, requireAdmin } from '../../gateway/http/require-admin.js';
import type { RouteDocs } from '../../gateway/http/route-docs.js';
import type { ProxyState } from '../../gateway/link/link-set.js';

/** What the routes are made with. */
export interface OverviewOptions {
  readonly access: AdminAccess;
  readonly metrics: Metrics;
  /** Open sockets of spectators. */
  spectators(): number;
  proxies(): readonly ProxyState[];
  /** Requests of agents that are not answered yet. */
  inFlight(): number;
  /** Bytes that wait in memory to be read by agents. */
  unreadBytes(): number;
  isDrainRequested(): boolean;
  /** Refuses new sockets from now on, or accepts them again. */
  requestDrain(isWanted: boolean): void;
}

const overviewDocs: RouteDocs = {
  summary: 'The state of this gateway: sockets, queues, links, and the limits that were hit.',
  ok: adminOverviewSchema,
  failures: adminFailures,
};

const drainDocs: RouteDocs = {
  summary: 'Refuses new sockets of agents and spectators, or accepts them again. Open sockets stay open.',
  body: drainSchema,
  ok: drainedSchema,
  failures: { ...adminFailures, '400': 'The body is not {"drain": true} or {"drain": false}' },
};

/** The routes for the state of the gateway, and for draining it, for the operator. */
export function addOverviewRoutes(host: FastifyInstance, options: OverviewOptions): void {
  const onRequest = requireAdmin(options.access);
  void host.register(async (app) => {
    keepJsonAsText(app);
    app.get('/api/admin/overview', { onRequest, config: { docs: overviewDocs } }, () => overviewOf(options));
    app.post('/api/admin/drain', { onRequest, config: { docs: drainDocs } }, async (request, reply) => {
      const wish = wishIn(request);
      if (!wish.ok) return sendFailure(reply, wish.failure);
      options.requestDrain(wish.value.drain);
      return { draining: options.isDrainRequested() };
    });
  });
}

function wishIn(request: FastifyRequest) {
  const body = jsonBodyOf(request, 'E105');
  return body.ok ? parseWith(drainSchema, body.value) : body;
}

async function overviewOf({
  metrics,
  spectators,
  proxies,
  inFlight,
  unreadBytes,
  isDrainRequested,
}: OverviewOptions): Promise<AdminOverview> {
  const hits = await metrics.limitsHit.get();
  return {
    draining: isDrainRequested(),
    sockets: await readGauge(metrics.sockets),
    spectators: spectators(),
    sessions: await readGauge(metrics.sessions),
    in_flight: inFlight(),
    unread_bytes: unreadBytes(),
    limits_hit: Object.fromEntries(hits.values.map(({ labels, value }) => [String(labels.limit), value])),
    proxies: proxies().map(({ isUp: up, isDraining: draining, ...rest }) => ({ ...rest, up, draining })),
  };
}

/** The value of a metric without labels. */
async function readGauge(metric: Metrics['sockets']): Promise<number> {
  const { values } = await metric.get();
  return values[0]?.value ?? 0;
}
