import { type Clock, every, systemClock, withDeadline } from '#shared/core/clock.js';
import type { Config } from '#shared/core/config.js';
import { CurrentConfig } from '#shared/core/current-config.js';
import type { Logger } from '#shared/core/log.js';
import type { Tracing } from '#shared/core/tracing.js';
import { closeCodes } from '#shared/protocol/close-codes.js';
import { spectatorSetting, watchingWithoutToken } from '../../features/access/spectator-access.js';
import type { AuditCopy } from '../../features/audit/audit-copy.js';
import { listenForPeople } from '../../features/people/gateway/compose-people.js';
import { acceptProxyProtocol } from '../../features/proxy-protocol/proxy-protocol.js';
import { SharedRevocations } from '../../features/redis/gateway/shared-revocations.js';
import { spectatorEndpoint } from '../../features/spectators/spectator-hub.js';
import { chooseTransport } from '../../features/uws/choose-transport.js';
import { agentEndpoint } from '../../gateway/agent/agent-hub.js';
import { unknownOutcomeRecords } from '../../gateway/audit/audited-actions.js';
import type { GatewayContext } from '../../gateway/core/context.js';
import { createMetrics, type Metrics } from '../../gateway/core/metrics.js';
import { DEFAULT_TIMEOUTS, type Timeouts } from '../../gateway/core/timeouts.js';
import { allowedOrigins } from '../../gateway/limits/socket-registry.js';
import { Certificate } from '../../gateway/transport/certificate.js';
import { guardHosts, hostRulesOf, type Transport, tlsOf } from '../../gateway/transport/transport.js';
import { TrustedProxies } from '../../gateway/transport/trusted-proxies.js';
import { createApp } from './app.js';
import { createServices, type GatewayServices, type ServiceOverrides } from './compose.js';

/** What a gateway is started with; all but the configuration and the log is replaced in tests only. */
export interface GatewayOptions extends ServiceOverrides {
  readonly config: Config;
  readonly log: Logger;
  readonly metrics?: Metrics;
  readonly tracing?: Tracing | undefined;
  /** Where lines of the audit go beside its files. */
  readonly auditCopy?: AuditCopy | undefined;
  readonly clock?: Clock;
  readonly timeouts?: Partial<Timeouts>;
}

/** A gateway that serves. */
export interface RunningGateway {
  readonly transport: Transport['name'];
  readonly host: string;
  readonly port: number;
  /** Resolves with whether the proxy is reachable, after `timeouts.linkWait` milliseconds at the latest. */
  whenLinked(): Promise<boolean>;
  /**
   * Reads the tokens again and closes the sockets of those taken out, and reads the certificate again. Takes over what can be of
   * new settings.
   */
  reload(next?: Config): void;
  /** Drains and stops: no new sockets, requests in flight finish, sockets are closed with 1012. Safe to call twice. */
  close(): Promise<void>;
}

/** Creates the services of a gateway and starts it; rejects when the port cannot be opened. */
export async function startGateway(options: GatewayOptions): Promise<RunningGateway> {
  const { config } = options;
  const current = new CurrentConfig(config);
  const context: GatewayContext = {
    config,
    current,
    clock: options.clock ?? systemClock,
    timeouts: { ...DEFAULT_TIMEOUTS, ...options.timeouts },
    log: options.log,
    metrics: options.metrics ?? createMetrics(),
    tracing: options.tracing,
  };
  const transport = chooseTransport(config.TRANSPORT);
  if (!transport.ok) throw new Error(transport.failure);
  const services = createServices(context, options);
  // Without it no agent can log in: the first ones should not be refused.
  await services.shared?.redis.whenUp(context.timeouts.linkWait);
  const { state, hub, mcp, spectators, people } = services;
  const { tokens } = services.agents;
  const closeRevoked = () => {
    hub.closeRevoked();
    mcp.closeRevoked();
    spectators.closeRevoked();
    people.closeRevoked();
  };
  const reloadTokens = () => {
    const isRead = tokens.reload();
    if (isRead) closeRevoked();
    return isRead;
  };
  const revocations =
    services.shared &&
    new SharedRevocations({
      redis: services.shared.redis,
      tokens,
      clock: context.clock,
      onRevoked: closeRevoked,
    });
  await revocations?.start();
  const hosts = hostRulesOf(config);
  const proxies = TrustedProxies.parse(config.TRUSTED_PROXIES);
  if (!proxies.ok) throw new Error(`TRUSTED_PROXIES: ${proxies.failure}`);
  const tls = tlsOf(config);
  const canStream = transport.value.name === 'ws';
  const app = await createApp(context, services, {
    hosts,
    proxies: proxies.value,
    tls,
    canStream,
    reloadTokens,
    closeRevoked,
  });
  const endpoints = [agentEndpoint(hub, config.MAX_MESSAGE_BYTES), spectatorEndpoint(spectators)].map(
    (endpoint) => guardHosts(endpoint, hosts),
  );
  if (config.PROXY_PROTOCOL) acceptProxyProtocol(app.server, proxies.value);
  const { port, close: closePort } = await transport.value.listen(
    { app, endpoints, tls, proxies: proxies.value },
    {
      host: config.GATEWAY_HOST,
      port: config.GATEWAY_PORT,
      onListening: () => restoreSessions(context, services),
    },
  );
  const watched = watchingWithoutToken({ ...spectatorSetting(config), tokens });
  context.log.info({ without_token: watched }, tokens.summary);
  state.origins = allowedOrigins(config.ALLOWED_ORIGINS, port, tls === undefined ? 'http' : 'https');
  await startLink(services);
  services.remote.restore();
  await listenForPeople(people, context, proxies.value);
  tokens.watch(closeRevoked);
  // uWebSockets.js cannot replace the certificate of a port.
  const certificate =
    canStream && tls !== undefined ? new Certificate(app.server, tls, context.log) : undefined;
  certificate?.watch();
  const stopJobs = startJobs(context, services);
  let closing: Promise<void> | undefined;
  const close = () => {
    revocations?.close();
    certificate?.stop();
    closing ??= drain(context, services, stopJobs).then(closePort);
    return closing;
  };
  const whenLinked = () => services.link.whenUp(context.timeouts.linkWait);
  const { GATEWAY_HOST: host } = config;
  const reload = (next: Config = config) => {
    if (next !== config) current.replace(next, context.log);
    reloadTokens();
    certificate?.reload();
  };
  return { transport: transport.value.name, host, port, whenLinked, reload, close };
}

/** Restores the sessions on disk. They belong to the port, so this is done once it is open, before the first request. */
function restoreSessions({ clock }: GatewayContext, services: GatewayServices): void {
  const { store, audit, continueRequests } = services;
  const { sessions } = services.agents;
  const kept = store.read();
  for (const record of unknownOutcomeRecords(kept, clock.now())) audit.record(record);
  sessions.restore(kept);
  store.start({ all: () => sessions.all(), onTaken: (id) => sessions.giveAway(id) });
  for (const session of sessions.all()) continueRequests(session);
}

function startLink({ link, seats, spectators }: GatewayServices): Promise<void> {
  return link.start({
    onUp: (isOf) => {
      seats.onUp(isOf);
      spectators.onLinkUp(isOf);
    },
    onLost: (isOf) => {
      seats.onLost(isOf);
      spectators.onLinkLost(isOf);
    },
    onPush: (push) => (push.type === 'spectator_update' ? spectators.onPush(push) : seats.onPush(push)),
  });
}

/** Starts the periodic jobs; the returned function stops them. */
function startJobs(
  { config, clock, timeouts }: GatewayContext,
  { agents, audit, lessons, store }: GatewayServices,
): () => void {
  const { sessions, settings } = agents;
  audit.removeOld();
  void lessons.prune();
  // Twice per expiry at least, so that no session outlives its time by more than a half.
  const sweepMs = Math.min(timeouts.sessionSweep, config.SESSION_EXPIRES_S * 500);
  const stops = [
    every(clock, sweepMs, () => {
      sessions.removeExpired();
      sessions.updatePresence(settings.silenceLimitS * 1000);
    }),
    every(clock, timeouts.journalRetry, () => store.retry()),
    every(clock, timeouts.auditTidy, () => audit.removeOld()),
    every(clock, timeouts.auditTidy, () => void lessons.prune()),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

/** Finishes requests in flight, closes all sockets with 1012, then the link and the files. */
async function drain(
  { clock, timeouts, tracing }: GatewayContext,
  {
    state,
    agents,
    chat,
    hub,
    mcp,
    remote,
    spectators,
    people,
    link,
    seats,
    store,
    shared,
    audit,
  }: GatewayServices,
  stopJobs: () => void,
): Promise<void> {
  const { inFlight, tokens } = agents;
  state.isDraining = true;
  chat.close();
  mcp.endWaits();
  await withDeadline(clock, inFlight.whenIdle(), timeouts.drain);
  remote.closeAll();
  await Promise.all([
    hub.closeAll(closeCodes.restart, 'restart: come back and resume with llm_connect'),
    spectators.closeAll(closeCodes.restart, 'restart: come back'),
    people.closeAll(),
    mcp.closeAll(),
  ]);
  stopJobs();
  tokens.stop();
  seats.stop();
  link.close();
  // Requests that the link has not answered are now answered as unknown, and the answers saved with their sessions.
  await withDeadline(clock, inFlight.whenIdle(), timeouts.drain);
  await store.close();
  await shared?.close();
  await audit.close();
  await tracing?.close();
}
