import { join } from 'node:path';
import { type Clock, every, systemClock, withDeadline } from '#shared/core/clock.js';
import type { Config } from '#shared/core/config.js';
import type { Logger } from '#shared/core/log.js';
import { closeCodes } from '#shared/protocol/close-codes.js';
import { AgentHub, agentEndpoint } from './agent/agent-hub.js';
import type { AgentServices } from './agent/agent-services.js';
import { InFlightRequests } from './agent/in-flight-requests.js';
import { Relay } from './agent/relay.js';
import { unknownOutcomeRecords } from './audit/audited-actions.js';
import { AdminAccess } from './auth/admin-access.js';
import { GameAccess } from './auth/game-access.js';
import { ViewAccess } from './auth/view-access.js';
import { createAgentServices, createAudit, createLink, createSessions, createSpectators } from './compose.js';
import { createMetrics, type Metrics } from './core/metrics.js';
import { DEFAULT_TIMING, type Timing } from './core/timing.js';
import { addAdminRoutes } from './http/admin-routes.js';
import { addDocsRoutes } from './http/docs-routes.js';
import { addGameRoutes } from './http/games/game-routes.js';
import { gatewayHealth, queryDisk } from './http/health.js';
import { createHttpApp } from './http/http-app.js';
import { addLegacyRoutes } from './http/legacy/legacy-routes.js';
import { addMapRoutes } from './http/map-routes.js';
import { addPageRoutes } from './http/page-routes.js';
import { addRecordingRoutes } from './http/recording-routes.js';
import { addToolsRoutes } from './http/tools-routes.js';
import { allowedOrigins } from './limits/origins.js';
import { superviseLink } from './session/link-supervisor.js';
import { SessionJournal } from './session/persistence/session-journal.js';
import type { SessionBounds } from './session/session.js';
import { spectatorEndpoint } from './spectator/spectator-hub.js';
import { chooseTransport } from './transport/choose-transport.js';
import { guardHosts, hostRulesOf } from './transport/host-guard.js';
import { tlsOf } from './transport/tls.js';
import type { Transport } from './transport/transport.js';

/** What a gateway is started with; all but the configuration and the log is replaced in tests only. */
export interface GatewayOptions {
  readonly config: Config;
  readonly log: Logger;
  readonly metrics?: Metrics;
  readonly clock?: Clock;
  readonly timing?: Partial<Timing>;
  readonly sessionBounds?: Partial<SessionBounds>;
  /** In [0, 1), for the back-off of the link. */
  readonly random?: () => number;
}

/** A gateway that serves. */
export interface RunningGateway {
  readonly transport: Transport['name'];
  readonly host: string;
  readonly port: number;
  /** Reads the tokens again and closes the sockets of those taken out. */
  reloadTokens(): boolean;
  /** Drains and stops: no new sockets, requests in flight finish, sockets are closed with 1012. Safe to call twice. */
  close(): Promise<void>;
}

/** Creates the services of a gateway and starts it; rejects when the port cannot be opened. */
export async function startGateway(options: GatewayOptions): Promise<RunningGateway> {
  const { config } = options;
  const base = {
    config,
    clock: options.clock ?? systemClock,
    timing: { ...DEFAULT_TIMING, ...options.timing },
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
    (isWorking) => metrics.sessionsKept.set(isWorking ? 1 : 0),
  );
  const sessions = createSessions(base, link, journal, options.sessionBounds);
  const inFlight = new InFlightRequests();
  const audit = createAudit(base);
  const services: AgentServices = {
    ...createAgentServices(base, () => origins),
    sessions,
    relay: new Relay({ clock, metrics, log, audit }),
    inFlight,
    isDraining: () => isDraining,
  };
  const hub = new AgentHub(services);
  const health = async () => {
    const disk = await queryDisk(link);
    const areSessionsKept = journal.isWorking;
    const uptimeMs = clock.monotonic() - started;
    return gatewayHealth({ isDraining, isProxyUp: link.isUp, disk, areSessionsKept, uptimeMs });
  };
  const admin = new AdminAccess(config.ADMIN_TOKEN, services.loginLimits, clock);
  const tls = tlsOf(config);
  const metricsAccess = config.METRICS_NEED_TOKEN ? admin : undefined;
  const hosts = hostRulesOf(config);
  const app = await createHttpApp({
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
  addPageRoutes(app);
  const whoMay = { admin, spectators: access, tokens, limits: loginLimits, clock };
  const views = new ViewAccess({ spectators: access, limits: loginLimits, clock });
  addMapRoutes(app, link, views);
  addRecordingRoutes(app, link, views);
  const games = new GameAccess(whoMay);
  addGameRoutes(app, link, games);
  const checkTokens = () => {
    hub.closeRevoked();
    spectators.closeRevoked();
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
      // The sessions on disk belong to the port, so they are restored once it is open, before the first request.
      onListening: () => {
        const kept = journal.read();
        for (const record of unknownOutcomeRecords(kept, clock.now())) audit.record(record);
        sessions.restore(kept);
        journal.start(() => sessions.all());
      },
    },
  );
  origins = allowedOrigins(config.ALLOWED_ORIGINS, port, tls === undefined ? 'http' : 'https');
  const seats = superviseLink(link, sessions, base);
  link.start({
    onUp: () => {
      seats.onUp();
      spectators.onLinkUp();
    },
    onLost: () => {
      seats.onLost();
      spectators.onLinkLost();
    },
    onPush: (push) => (push.type === 'spectator_update' ? spectators.onPush(push) : seats.onPush(push)),
  });
  services.tokens.watch(checkTokens);
  const sweep = Math.min(timing.sessionSweep, config.SESSION_EXPIRES_S * 500);
  const stopSweep = every(clock, sweep, () => {
    sessions.removeExpired();
    sessions.updatePresence(services.settings.silenceLimitS * 1000);
  });
  audit.removeOld();
  const stopRetrying = every(clock, timing.journalRetry, () => journal.retry());
  const stopTidying = every(clock, timing.auditTidy, () => audit.removeOld());

  const drain = async () => {
    isDraining = true;
    await withDeadline(clock, inFlight.whenIdle(), timing.drain);
    await Promise.all([
      hub.closeAll(closeCodes.restart, 'restart: come back and resume with llm_connect'),
      spectators.closeAll(closeCodes.restart, 'restart: come back'),
    ]);
    stopSweep();
    stopTidying();
    stopRetrying();
    services.tokens.stop();
    link.close();
    // Requests that the link has not answered are now answered as unknown, and the answers saved with their sessions.
    await withDeadline(clock, inFlight.whenIdle(), timing.drain);
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
