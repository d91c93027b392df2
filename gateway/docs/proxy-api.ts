import { proxyHealthSchema } from '#shared/protocol/rest.js';
import { liveRoute } from './live-route.js';
import type { Api } from './openapi.js';

const open = [{}];

/** What the proxy's own port answers: for operators, who keep it from strangers. */
export const proxyApi: Api = {
  title: 'FreeCiv LLM proxy: health and metrics',
  url: 'http://127.0.0.1:8002',
  routes: [
    {
      path: '/health',
      method: 'get',
      summary: 'Whether games can be made and played now, and how game servers and disk are.',
      security: open,
      ok: proxyHealthSchema,
      failures: { '503': 'They cannot: it ends, or there is no freeciv-server' },
      failure: proxyHealthSchema,
    },
    liveRoute,
    {
      path: '/metrics',
      method: 'get',
      summary: 'Metrics for Prometheus.',
      security: open,
      ok: 'text/plain',
      failures: {},
    },
  ],
};
