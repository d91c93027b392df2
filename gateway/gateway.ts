import { join } from 'node:path';
import type { Config } from '#shared/core/config.js';
import type { Logger } from '#shared/core/log.js';
import { closeCodes } from '#shared/protocol/close-codes.js';
import { unknownRecords } from './audit/action-record.js';
import { AdminAccess } from './auth/admin-access.js';
import { GameAccess } from './auth/game-access.js';
import { ViewAccess } from './auth/view-access.js';
import { type Clock, systemClock, withDeadline } from './clock.js';
import { addAdminRoutes } from './http/admin-routes.js';
import { diskOf } from './http/disk.js';
import { addDocsRoutes } from './http/docs-routes.js';
import { addGameRoutes } from './http/games/game-routes.js';
import { healthOf } from './http/health.js';
import { createHttpApp } from './http/http-app.js';
import { tlsOf } from './http/http-server.js';
import { addLegacyRoutes } from './http/legacy/legacy-routes.js';
import { addMapRoutes } from './http/map-routes.js';
import { addRecordingRoutes } from './http/recording-routes.js';
import { addSpectatorRoutes } from './http/spectator-routes.js';
import { addToolsRoutes } from './http/tools-routes.js';
import { keepSeats } from './keep-seats.js';
import { gatewayHosts, guardHosts } from './limits/guard-hosts.js';
import { allowedOrigins } from './limits/origins.js';
import { createMetrics, type Metrics } from './metrics.js';
import { agentParts, createAudit, createLink, createSessions, createSpectators } from './parts.js';
import { every } from './periodic.js';
import { Relay } from './relay.js';
import { SessionJournal } from './session/kept/session-journal.js';
import type { SessionBounds } from './session/session.js';
import { agentEndpoint } from './socket/agent-endpoint.js';
import { AgentHub } from './socket/agent-hub.js';
import type { AgentServices } from './socket/agent-services.js';
import { spectatorEndpoint } from './spectators/spectator-endpoint.js';
import { defaultTiming, type Timing } from './timing.js';
import { chooseTransport } from './transport/choose-transport.js';
import type { Transport } from './transport/transport.js';
import { UnderWay } from './under-way.js';

export interface GatewayOptions {
  readonly config: Config;
  readonly log: Logger;
  readonly metrics?: Metrics;
  readonly clock?: Clock;
  readonly timing?: Partial<Timing>;
  readonly sessionBounds?: Partial<SessionBounds>;
  readonly random?: () => number;
}

export interface RunningGateway {
  readonly transport: Transport['name'];
  readonly host: string;
  readonly port: number;
  /** Reads the tokens again and closes the sockets of those taken out. */
  reloadTokens(): boolean;
  /** Drains: no new sockets, requests under way finish, sockets are closed 1012. Safe to call twice. */
  close(): Promise<void>;
}

/** Puts the gateway together and starts it; rejects when the port cannot be had. */
export async function startGateway(options: GatewayOptions): Promise<RunningGateway> {
  const { config } = options;
  const base = {
    config,
    clock: options.clock ?? systemClock,
    timing: { ...defaultTiming, ...options.timing },
    log: options.log,
    metrics: options.metrics ?? createMetrics(),
  };
  const { clock, timing, log, metrics } = base;
  const transport = chooseTransport(config.TRANSPORT);
  if (!transport.ok) throw new Error(transport.failure);
  const started = clock.monotonic();
  let isDraining = false;
  let origins: ReadonlySet<string> = new Set();
  const link = createLink(base, options.random ?? Math.random);
  const journal = new SessionJournal(
    join(config.DATA_DIR, `gateway-sessions-${config.GATEWAY_PORT}`),
    log,
    (isKept) => metrics.sessionsKept.set(isKept ? 1 : 0),
  );
  const sessions = createSessions(base, link, journal, options.sessionBounds);
  const underWay = new UnderWay();
  const audit = createAudit(base);
  const services: AgentServices = {
    ...agentParts(base, () => origins),
    sessions,
    relay: new Relay({ clock, metrics, log, audit }),
    underWay,
    isDraining: () => isDraining,
  };
  const hub = new AgentHub(services);
  const health = async () => {
    const disk = await diskOf(link);
    const areSessionsKept = journal.isKept;
    const uptimeMs = clock.monotonic() - started;
    return healthOf({ isDraining, isProxyUp: link.isUp, disk, areSessionsKept, uptimeMs });
  };
  const admin = new AdminAccess(config.ADMIN_TOKEN, services.loginLimits, clock);
  const tls = tlsOf(config);
  const metricsAccess = config.METRICS_NEED_TOKEN ? admin : undefined;
  const hosts = gatewayHosts(config);
  const app = createHttpApp({
    metrics,
    log,
    health,
    headersTimeout: timing.headers,
    tls,
    metricsAccess,
    hosts,
  });
  const { tokens, loginLimits } = services;
  const { spectators, access } = createSpectators(base, link, {
    admin,
    tokens,
    loginLimits,
    allowedOrigins: () => origins,
    isDraining: () => isDraining,
  });
  addSpectatorRoutes(app);
  const whoMay = { admin, spectators: access, tokens, limits: loginLimits, clock };
  const views = new ViewAccess({ spectators: access, limits: loginLimits, clock });
  addMapRoutes(app, link, views);
  addRecordingRoutes(app, link, views);
  const games = new GameAccess(whoMay);
  addGameRoutes(app, link, games);
  const checkTokens = () => {
    hub.checkTokens();
    spectators.checkTokens();
  };
  const reloadTokens = () => {
    const isRead = services.tokens.reload();
    if (isRead) checkTokens();
    return isRead;
  };
  addLegacyRoutes(app, { services, link, access: games });
  addToolsRoutes(app, link, games);
  addDocsRoutes(app);
  addAdminRoutes(app, { access: admin, sessions: () => sessions.all(), reloadTokens });
  const endpoints = [agentEndpoint(hub, config.MAX_MESSAGE_BYTES), spectatorEndpoint(spectators)].map(
    (endpoint) => guardHosts(endpoint, hosts),
  );
  const { port, close: closePort } = await transport.value.listen(
    { app, endpoints, tls },
    {
      host: config.GATEWAY_HOST,
      port: config.GATEWAY_PORT,
      // Not before the port is ours: it says whose sessions these are. Nobody is served until this is done.
      onTaken: () => {
        const kept = journal.read();
        for (const record of unknownRecords(kept, clock.now())) audit.record(record);
        sessions.restore(kept);
        journal.begin(() => sessions.all());
      },
    },
  );
  origins = allowedOrigins(config.ALLOWED_ORIGINS, port, tls === undefined ? 'http' : 'https');
  keepSeats(link, sessions, spectators, base);
  services.tokens.watch(checkTokens);
  const sweep = Math.min(timing.sweep, config.SESSION_EXPIRES_S * 500);
  const stopSweep = every(clock, sweep, () => {
    sessions.removeExpired();
    sessions.updatePresence(services.settings.silenceLimitS * 1000);
  });
  audit.tidy();
  const stopRetrying = every(clock, timing.keepAgain, () => journal.retry());
  const stopTidying = every(clock, timing.tidy, () => audit.tidy());

  const drain = async () => {
    isDraining = true;
    await withDeadline(clock, underWay.whenIdle(), timing.drain);
    await Promise.all([
      hub.closeAll(closeCodes.restart, 'restart: come back and resume with llm_connect'),
      spectators.closeAll(closeCodes.restart, 'restart: come back'),
    ]);
    stopSweep();
    stopTidying();
    stopRetrying();
    services.tokens.stop();
    link.close();
    // What the link had not answered is answered now: as unknown, and kept with its session.
    await withDeadline(clock, underWay.whenIdle(), timing.drain);
    journal.close();
    audit.close();
    await closePort();
  };
  let closing: Promise<void> | undefined;
  const close = () => {
    closing ??= drain();
    return closing;
  };
  return { transport: transport.value.name, host: config.GATEWAY_HOST, port, reloadTokens, close };
}
