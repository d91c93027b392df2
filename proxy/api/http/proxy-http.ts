import { createServer, type Server, type ServerResponse } from 'node:http';
import type { Registry } from 'prom-client';
import { isHostAllowed, type OwnHostNames, WRONG_HOST } from '#shared/core/hosts.js';
import type { Logger } from '#shared/core/log.js';
import { type Disk, isDiskWell } from '#shared/protocol/disk.js';
import type { ProxyHealth } from '#shared/protocol/rest.js';
import type { GameStateKind } from '../../games/lifecycle/game-state.js';
import type { HeapRoom } from '../../games/lifecycle/heap-room.js';
import type { FoundServer } from '../../games/server/server-binary.js';

/** The game servers of this machine that can be started. */
export interface InstalledServers {
  readonly usable: readonly FoundServer[];
  /** Why none can; undefined when one can. */
  readonly problem: string | undefined;
}

/** What the health of a proxy is computed from. */
export interface ProxyHealthFacts {
  readonly isDraining: boolean;
  readonly servers: InstalledServers;
  readonly games: readonly { readonly kind: GameStateKind; readonly hasServer: boolean }[];
  readonly maxGames: number;
  readonly links: number;
  readonly memory: Pick<HeapRoom, 'taken' | 'limit' | 'problem'>;
  readonly disk: Disk;
  readonly uptimeMs: number;
}

/** The health answer of a proxy, in the same shape as the gateway's. */
export function proxyHealthOf(facts: ProxyHealthFacts): ProxyHealth {
  const { isDraining, servers, games, maxGames, links, memory, disk, uptimeMs } = facts;
  const hasServer = servers.problem === undefined;
  const ready = hasServer && !isDraining;
  const count = (kind: GameStateKind): number => games.filter((game) => game.kind === kind).length;
  const { problem } = memory;
  const isWell = ready && isDiskWell(disk) && count('lost') === 0 && problem === undefined;
  const inMegabytes = (bytes: number): number => Math.round(bytes / 2 ** 20);
  return {
    status: isDraining ? 'draining' : isWell ? 'ok' : 'degraded',
    live: true,
    ready,
    uptime_s: Math.floor(uptimeMs / 1000),
    dependencies: {
      gateways: { linked: links },
      game_servers: {
        up: hasServer,
        problem: servers.problem,
        installed: servers.usable.map(({ path, version }) => ({ path, version: version ?? null })),
        running: games.filter((game) => game.hasServer).length,
        recovering: count('recovering'),
        lost: count('lost'),
        most: maxGames,
      },
      memory: {
        full: problem !== undefined,
        problem,
        taken_mb: inMegabytes(memory.taken),
        limit_mb: inMegabytes(memory.limit),
      },
      disk,
    },
  };
}

/** What the operators' HTTP server serves. */
export interface ProxyHttpOptions {
  readonly registry: Registry;
  readonly log: Logger;
  readonly hosts: OwnHostNames;
  health(): Promise<ProxyHealth>;
}

/** HTTP server of the proxy for operators: health and metrics. The upgrade of gateway links is handled by the caller. */
export function createProxyHttp({ registry, log, hosts, health }: ProxyHttpOptions): Server {
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
      log.error({ err: error, path }, 'HTTP request failed');
      if (!response.headersSent) sendJson(response, 500, { error: 'Internal error' });
    });
  });
}

function sendJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' });
  response.end(JSON.stringify(body));
}
