import { createServer, type Server, type ServerResponse } from 'node:http';
import type { Registry } from 'prom-client';
import { type HostRules, isHostAllowed, WRONG_HOST } from '#shared/core/hosts.js';
import type { Logger } from '#shared/core/log.js';
import type { ProxyHealth } from '#shared/protocol/rest.js';

export interface ProxyHttpOptions {
  readonly registry: Registry;
  readonly logger: Logger;
  readonly hosts: HostRules;
  health(): Promise<ProxyHealth>;
}

/** The proxy's port for operators: health and metrics. Gateways get their link by an upgrade, which is not answered here. */
export function createProxyHttp({ registry, logger, hosts, health }: ProxyHttpOptions): Server {
  const routes: Readonly<Record<string, (response: ServerResponse) => Promise<void>>> = {
    '/health': async (response) => {
      const now = await health();
      sendJson(response, now.ready ? 200 : 503, now);
    },
    '/health/live': async (response) => sendJson(response, 200, { live: true }),
    '/metrics': async (response) => {
      const text = await registry.metrics();
      response.setHeader('content-type', registry.contentType).end(text);
    },
  };
  return createServer((request, response) => {
    const { method = '', url = '' } = request;
    if (!isHostAllowed(request.headers.host, hosts)) {
      sendJson(response, 421, { error: WRONG_HOST });
      return;
    }
    const path = url.split('?', 1)[0] ?? '';
    const route = ['GET', 'HEAD'].includes(method) && Object.hasOwn(routes, path) ? routes[path] : undefined;
    if (route === undefined) {
      sendJson(response, 404, { error: `No such endpoint: ${method} ${path}` });
      return;
    }
    route(response).catch((error: unknown) => {
      logger.error({ err: error, path }, 'HTTP request failed');
      if (!response.headersSent) sendJson(response, 500, { error: 'Internal error' });
    });
  });
}

function sendJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' });
  response.end(JSON.stringify(body));
}
