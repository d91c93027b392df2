import { createHash, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingMessage, Server } from 'node:http';
import { type WebSocket, WebSocketServer } from 'ws';
import { type Clock, systemClock } from '#shared/core/clock.js';
import type { Config } from '#shared/core/config.js';
import { CurrentConfig } from '#shared/core/current-config.js';
import type { Logger } from '#shared/core/log.js';
import { listeningPort } from '#shared/core/ports.js';
import { refuseUpgrade } from '#shared/core/refuse-upgrade.js';
import type { Tracing } from '#shared/core/tracing.js';
import { closeCodes } from '#shared/protocol/close-codes.js';
import { PERSON_LINK_PATH } from '#shared/protocol/person-link.js';
import type { ProxyHealth } from '#shared/protocol/rest.js';
import type { ObjectStore } from '#shared/store/object-store.js';
import { servePerson } from '../../features/people/proxy/person-socket.js';
import type { Broadcasts } from '../../features/watching/broadcasts.js';
import { createProxyHttp, proxyHealthOf } from '../../proxy/api/http/proxy-http.js';
import type { KeptSeats } from '../../proxy/api/seats/kept-seat.js';
import { serveLink } from '../../proxy/api/socket/link-socket.js';
import type { Games } from '../../proxy/games/lifecycle/games.js';
import { type BackgroundWork, backgroundThreads } from './background-work.js';
import { ClusterMember } from './cluster-member.js';
import { createProxyServices } from './compose.js';

/** What a proxy needs to start. */
export interface ProxyOptions {
  /** Gateways send its PROXY_SECRET as a Bearer token. */
  readonly config: Config;
  readonly log: Logger;
  /** The bucket of STORAGE_URL, which the proxy closes. */
  readonly store?: ObjectStore | undefined;
  /** Times turns and idleness; the system clock by default. */
  readonly clock?: Clock;
  /** Undefined where no traces are wanted. */
  readonly tracing?: Tracing | undefined;
  /** What other threads do; those of `backgroundThreads` by default. */
  readonly work?: BackgroundWork;
}

/** A running proxy. */
export interface Proxy {
  readonly port: number;
  readonly games: Games;
  readonly broadcasts: Broadcasts;
  /** What is kept of the seats; tests look into it. */
  readonly seats: KeptSeats;
  countRejection(): void;
  /** Takes over what can be of new settings. */
  reload(next: Config): void;
  /** Moves the games to other proxies if there are any, ends them else, then closes the sockets. */
  close(): Promise<void>;
}

/** Where gateways connect, as the specification names it. */
const LINK_PATH = '/llmsocket/8002';

/** Well above the state of the largest map. Gateways are trusted, but must not use up the memory. */
const MAX_LINK_MESSAGE_BYTES = 4 << 20;

const LINK_CLOSE_MS = 1000;

/** Creates a proxy and listens. Rejects without PROXY_SECRET, and when the port is taken. */
export async function startProxy(options: ProxyOptions): Promise<Proxy> {
  const { config, log, store, tracing, clock = systemClock, work = backgroundThreads() } = options;
  if (config.PROXY_SECRET === undefined) throw new Error('PROXY_SECRET is not set');
  const current = new CurrentConfig(config);
  const services = createProxyServices({ config, current, log, clock, store, work });
  const { games, broadcasts, seats, metrics } = services;
  const links = createLinkServer();
  const people = createLinkServer();
  const started = clock.monotonic();
  let isDraining = false;
  const health = async (): Promise<ProxyHealth> =>
    proxyHealthOf({
      isDraining,
      servers: await services.gameServers(),
      games: games.loaded.map(({ state, hasServer }) => ({ kind: state.kind, hasServer })),
      maxGames: current.value.MAX_GAMES,
      links: links.clients.size,
      memory: services.memory,
      disk: await services.disk(),
      uptimeMs: clock.monotonic() - started,
    });
  const hosts = { listensOn: config.PROXY_HOST, allowed: config.ALLOWED_HOSTS };
  const http = createProxyHttp({ registry: metrics.registry, log, hosts, health });
  http.on('upgrade', (request, socket, head) => {
    if (request.url !== LINK_PATH && request.url !== PERSON_LINK_PATH) {
      refuseUpgrade(socket, { status: 404, message: 'No such endpoint' });
      return;
    }
    if (!isAuthorized(request, current)) {
      refuseUpgrade(socket, { status: 401, message: 'PROXY_SECRET is missing or wrong' });
      return;
    }
    const bytesRead = () => request.socket.bytesRead;
    if (request.url === PERSON_LINK_PATH) {
      people.handleUpgrade(request, socket, head, (person) =>
        servePerson({ ...services, clock, log, socket: person, bytesRead }),
      );
      return;
    }
    links.handleUpgrade(request, socket, head, (link) => {
      serveLink({
        ...services,
        socket: link,
        stream: socket,
        bytesRead,
        instruments: metrics.instruments,
        tracing,
        log,
      });
    });
  });
  await listen(http, config);
  const port = listeningPort(http.address());
  const member = new ClusterMember({
    ...services,
    ...addressOf(config, port),
    log,
  });
  await member.announce();
  // Links are closed, so that gateways join the seats of a lost game again at its new owner.
  services.leases.onLost(() => void Promise.all([...links.clients].map(closeLink)));
  const { problem } = await services.gameServers();
  if (problem !== undefined) log.error({ problem }, 'no game can be played');
  void games.recoverAll();
  return {
    port,
    games,
    broadcasts,
    seats,
    countRejection: () => metrics.instruments.rejections.inc(),
    reload: (next) => current.replace(next, log),
    close: async () => {
      isDraining = true;
      await member.drain();
      member.end();
      await services.close();
      await closeServers(http, [...links.clients, ...people.clients]);
      await tracing?.close();
    },
  };
}

/** The name of a proxy and how gateways reach it, as configured or by where it listens. */
function addressOf(
  { PROXY_ID, PROXY_ADVERTISE_URL, PROXY_HOST }: Config,
  port: number,
): { readonly id: string; readonly url: string } {
  const host = PROXY_HOST.includes(':') ? `[${PROXY_HOST}]` : PROXY_HOST;
  return {
    id: PROXY_ID ?? `${host}:${port}`,
    url: PROXY_ADVERTISE_URL ?? `ws://${host}:${port}${LINK_PATH}`,
  };
}

function createLinkServer(): WebSocketServer {
  return new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    maxPayload: MAX_LINK_MESSAGE_BYTES,
    // One request for each turn of the event loop: one read may hold requests of twenty agents, and pings and packets must not wait for all of them.
    allowSynchronousEvents: false,
  });
}

async function listen(http: Server, { PROXY_HOST, PROXY_PORT }: Config): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    http.once('error', reject);
    http.listen(PROXY_PORT, PROXY_HOST, resolve);
  });
}

async function closeServers(http: Server, sockets: readonly WebSocket[]): Promise<void> {
  const closed = new Promise((resolve) => http.close(resolve));
  await Promise.all(sockets.map(closeLink));
  http.closeAllConnections();
  await closed;
}

/** Closes a link; one whose gateway does not answer in time is terminated. */
async function closeLink(link: WebSocket): Promise<void> {
  const closed = once(link, 'close');
  link.close(closeCodes.restart, 'proxy restart: come back');
  const patience = setTimeout(() => link.terminate(), LINK_CLOSE_MS);
  await closed;
  clearTimeout(patience);
}

/** Whether a gateway shows PROXY_SECRET, or while it is changed the one before. */
function isAuthorized(request: IncomingMessage, { value }: CurrentConfig): boolean {
  const shown = digest(request.headers.authorization ?? '');
  return [value.PROXY_SECRET, value.PROXY_OLD_SECRET].some(
    (secret) => secret !== undefined && timingSafeEqual(shown, digest(`Bearer ${secret}`)),
  );
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
