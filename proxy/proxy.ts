import { createHash, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';
import { type Clock, systemClock } from '#shared/core/clock.js';
import type { Config } from '#shared/core/config.js';
import type { Logger } from '#shared/core/log.js';
import { closeCodes } from '#shared/protocol/close-codes.js';
import type { ProxyHealth } from '#shared/protocol/rest.js';
import { AgentRequests } from './api/agent-requests.js';
import { healthOf } from './api/http/health.js';
import { createProxyHttp } from './api/http/proxy-http.js';
import { serveLink } from './api/link-socket.js';
import { MapPictures } from './api/map-answer.js';
import { ProxyMetrics } from './api/metrics/proxy-metrics.js';
import { NotesShelf } from './api/notes-shelf.js';
import { Outboxes } from './api/outbox/outboxes.js';
import { AgentActivityTracker } from './broadcast/agent-activity-tracker.js';
import { Broadcasts } from './broadcast/broadcasts.js';
import { DecisionLogs } from './broadcast/trajectories/decision-logs.js';
import { Protocol } from './freeciv/protocol.js';
import { ArchiveKeeper } from './games/archive/retention.js';
import { DiskAlarm } from './games/disk/disk-alarm.js';
import { DiskProbe, diskOf } from './games/disk/disk-probe.js';
import { Games } from './games/lifecycle/games.js';
import { GameOperations } from './games/operations/operations.js';
import { isolationOf } from './games/server/isolation.js';
import { findSupportedServer } from './games/server/server-binary.js';

export interface ProxyOptions {
  readonly config: Config;
  /** What gateways must show. */
  readonly secret: string;
  readonly logger: Logger;
  /** What turns and idleness are timed by; the system's without it. */
  readonly clock?: Clock;
}

export interface Proxy {
  readonly port: number;
  readonly games: Games;
  readonly broadcasts: Broadcasts;
  /** Counts a rejection that nobody handled. */
  countRejection(): void;
  /** Ends every game, then the sockets. */
  close(): Promise<void>;
}

/** Where gateways connect; the number is the specification's. */
const LINK_PATH = '/llmsocket/8002';

/** A state of the largest map stays well below; a gateway is trusted, yet not with all our memory. */
const MAX_LINK_MESSAGE_BYTES = 4 << 20;

const LINK_CLOSE_MS = 1000;

/** Wires a proxy together and listens. Rejects when the port is taken. */
export async function startProxy({
  config,
  secret,
  logger,
  clock = systemClock,
}: ProxyOptions): Promise<Proxy> {
  const protocol = Protocol.load('3.0');
  const disk = new DiskAlarm(config.DATA_DIR, logger);
  const probe = new DiskProbe(config.DATA_DIR, logger);
  const notes = new NotesShelf(config.DATA_DIR, disk);
  const games = new Games({
    protocol,
    dataDir: config.DATA_DIR,
    serverPath: config.FREECIV_SERVER,
    isolation: isolationOf(config),
    maxGames: config.MAX_GAMES,
    turnTimeLimit: config.TURN_TIME_LIMIT_S,
    absentWait: config.ABSENT_WAIT_S,
    idleAfter: config.GAME_IDLE_S,
    logger,
    clock,
    disk,
    onRemoved: (gameId) => {
      notes.forget(gameId);
      logs.forget(gameId);
    },
  });
  const logs = new DecisionLogs({
    dataDir: config.DATA_DIR,
    maxBytes: config.TRAJECTORIES_MAX_MB << 20,
    log: logger,
    disk,
  });
  const archives = new ArchiveKeeper({
    games,
    dataDir: config.DATA_DIR,
    limits: { bytes: config.ARCHIVE_MAX_GB * 1e9, age: config.ARCHIVE_MAX_DAYS * 86_400_000 },
    logger,
  });
  const operations = new GameOperations(games, config.DATA_DIR);
  const metrics = new ProxyMetrics(games);
  const outboxes = new Outboxes(metrics.count);
  const broadcasts = new Broadcasts({
    protocol,
    dataDir: config.DATA_DIR,
    log: logger,
    disk,
    games: () => games.live,
    onPoll: (game) => watch.recordTurns(game),
  });
  const watch = new AgentActivityTracker({ broadcasts, logs, games: () => games.loaded });
  const requests = new AgentRequests({ games, notes, metrics, outboxes, watch });
  const maps = new MapPictures(games, broadcasts);
  const started = clock.monotonic();
  let isDraining = false;
  const health = async (): Promise<ProxyHealth> =>
    healthOf({
      isDraining,
      serverProblem: await serverProblem(config),
      games: games.loaded.map(({ state, hasServer }) => ({ kind: state.kind, hasServer })),
      mostGames: config.MAX_GAMES,
      links: links.clients.size,
      disk: await diskOf(games, probe),
      uptimeMs: clock.monotonic() - started,
    });
  const hosts = { listensOn: config.PROXY_HOST, allowed: config.ALLOWED_HOSTS };
  const http = createProxyHttp({ registry: metrics.registry, logger, hosts, health });
  const links = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    maxPayload: MAX_LINK_MESSAGE_BYTES,
    // One request a turn of the loop: those of twenty agents come in one read, and a ping or packet may wait behind.
    allowSynchronousEvents: false,
  });
  http.on('upgrade', (request, socket, head) => {
    if (request.url !== LINK_PATH || !authorised(request, secret)) {
      socket.end(`HTTP/1.1 ${request.url === LINK_PATH ? '401 Unauthorized' : '404 Not Found'}\r\n\r\n`);
      return;
    }
    links.handleUpgrade(request, socket, head, (link) => {
      serveLink({
        socket: link,
        bytesRead: () => request.socket.bytesRead,
        disk: () => diskOf(games, probe),
        requests,
        maps,
        games,
        operations,
        broadcasts,
        outboxes,
        count: metrics.count,
        logger,
      });
    });
  });
  await new Promise<void>((resolve, reject) => {
    http.once('error', reject);
    http.listen(config.PROXY_PORT, config.PROXY_HOST, resolve);
  });
  const problem = await serverProblem(config);
  if (problem !== undefined) logger.error({ problem }, 'no game can be played');
  void games.takeUp();
  return {
    port: listeningPort(http.address()),
    games,
    broadcasts,
    countRejection: () => metrics.count.rejections.inc(),
    close: async () => {
      isDraining = true;
      archives[Symbol.dispose]();
      probe[Symbol.dispose]();
      await Promise.all([broadcasts.close(), logs.close()]);
      await games.close();
      const closed = new Promise((resolve) => http.close(resolve));
      await Promise.all([...links.clients].map(closeLink));
      http.closeAllConnections();
      await closed;
    },
  };
}

/** Why no game can be played here, as a sentence; undefined when there is a game server. */
async function serverProblem({ FREECIV_SERVER }: Config): Promise<string | undefined> {
  const found = await findSupportedServer(FREECIV_SERVER);
  return found.ok ? undefined : found.failure.message;
}

/** A gateway that does not answer the close in time is cut off. */
async function closeLink(link: WebSocket): Promise<void> {
  const closed = once(link, 'close');
  link.close(closeCodes.restart, 'proxy restart: come back');
  const patience = setTimeout(() => link.terminate(), LINK_CLOSE_MS);
  await closed;
  clearTimeout(patience);
}

function authorised(request: IncomingMessage, secret: string): boolean {
  const shown = request.headers.authorization ?? '';
  return timingSafeEqual(digest(shown), digest(`Bearer ${secret}`));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

function listeningPort(address: string | AddressInfo | null): number {
  return typeof address === 'object' && address !== null ? address.port : 0;
}
