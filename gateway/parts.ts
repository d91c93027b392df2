import { join } from 'node:path';
import type { Config } from '#shared/core/config.js';
import type { Logger } from '#shared/core/log.js';
import { AuditFile } from './audit/audit-log.js';
import type { AdminAccess } from './auth/admin-access.js';
import { TokenBook } from './auth/token-book.js';
import type { Clock } from './clock.js';
import { AgentLimits } from './limits/agent-limits.js';
import { Backlog } from './limits/backlog.js';
import { LoginLimits } from './limits/login-limits.js';
import { ProxyLink } from './link/proxy-link.js';
import { Seat } from './link/seat.js';
import type { Metrics } from './metrics.js';
import { AgentSlots } from './session/agent-slots.js';
import type { SessionKeeper } from './session/kept/session-keeper.js';
import { defaultSessionBounds, type SessionBounds } from './session/session.js';
import { SessionTable } from './session/session-table.js';
import { agentBounds } from './socket/agent-services.js';
import { SpectatorAccess } from './spectators/spectator-access.js';
import { SpectatorHub } from './spectators/spectator-hub.js';
import type { Timing } from './timing.js';

/** What every part is made with. */
export interface Base {
  readonly config: Config;
  readonly clock: Clock;
  readonly timing: Timing;
  readonly log: Logger;
  readonly metrics: Metrics;
}

export function createLink({ config, clock, timing, log, metrics }: Base, random: () => number): ProxyLink {
  const { PROXY_HOST: host, PROXY_PORT: port, PROXY_SECRET: secret } = config;
  if (secret === undefined) throw new Error('PROXY_SECRET is not set');
  const name = host.includes(':') ? `[${host}]` : host;
  const url = `ws://${name}:${port}/llmsocket/8002`;
  return new ProxyLink({ url, secret, clock, timing, log, metrics, random });
}

export function createAudit({ config, clock, log, metrics }: Base): AuditFile {
  return new AuditFile({
    folder: join(config.DATA_DIR, 'audit'),
    limits: { bytes: config.AUDIT_MAX_GB * 1e9, age: config.AUDIT_MAX_DAYS * 86_400_000 },
    log,
    now: () => clock.now(),
    lost: () => metrics.auditLinesLost.inc(),
  });
}

export function createSessions(
  base: Base,
  link: ProxyLink,
  keeper: SessionKeeper,
  bounds: Partial<SessionBounds> = {},
): SessionTable {
  const { config, clock, timing, metrics } = base;
  return new SessionTable({
    making: { bounds: { ...defaultSessionBounds, ...bounds }, keeper, clock },
    onPresence: (seat, presence) => seat.tellPresence(presence),
    expiresAfter: config.SESSION_EXPIRES_S * 1000,
    maxDetachedPerAgent: 4,
    makeSeat: (agentId, gameId) => new Seat({ agentId, gameId, link, clock, timing }),
    metrics,
  });
}

export function agentParts(
  { config, clock, timing, log, metrics }: Base,
  allowedOrigins: () => ReadonlySet<string>,
) {
  return {
    clock,
    timing,
    log,
    metrics,
    tokens: new TokenBook({ items: config.LLM_API_TOKENS, file: config.LLM_API_TOKENS_FILE }, log),
    slots: new AgentSlots(config.MAX_CONNECTIONS_PER_AGENT),
    loginLimits: new LoginLimits(),
    backlog: new Backlog(agentBounds.unreadTogether, (bytes) => metrics.unreadBytes.set(bytes)),
    limits: new AgentLimits(
      {
        messagesPerMinute: config.RATE_MESSAGES_PER_MINUTE,
        burst: config.RATE_BURST,
        actionsPerMinute: config.RATE_ACTIONS_PER_MINUTE,
      },
      config.MAX_MESSAGE_BYTES,
    ),
    sessionExpiresS: config.SESSION_EXPIRES_S,
    settings: {
      maxMessageBytes: config.MAX_MESSAGE_BYTES,
      ...heartbeatOf(config),
      maxConnectionsPerAgent: config.MAX_CONNECTIONS_PER_AGENT,
      resumeByAddress: config.RESUME_BY_ADDRESS,
      socketCaps: { total: config.MAX_SOCKETS, perAddress: config.MAX_SOCKETS_PER_ADDRESS },
      allowedOrigins,
    },
  };
}

/** A living peer answers each ping: after two heartbeats without a sign of life it is dead. In seconds. */
function heartbeatOf({ SESSION_TIMEOUT_S, HEARTBEAT_S }: Config) {
  const silenceLimitS = Math.min(SESSION_TIMEOUT_S, 2 * HEARTBEAT_S);
  // Nobody is given up who was not asked: a short limit makes the heartbeat faster.
  return { heartbeatS: silenceLimitS / 2, silenceLimitS };
}

interface SpectatorNeeds {
  readonly tokens: TokenBook;
  readonly loginLimits: LoginLimits;
  readonly admin: AdminAccess;
  allowedOrigins(): ReadonlySet<string>;
  isDraining(): boolean;
}

export function createSpectators(
  { config, clock, timing, metrics }: Base,
  link: ProxyLink,
  { tokens, loginLimits, admin, allowedOrigins, isDraining }: SpectatorNeeds,
) {
  const access = new SpectatorAccess({
    setting: config.SPECTATORS,
    host: config.GATEWAY_HOST,
    delayTurns: config.SPECTATOR_DELAY_TURNS,
    tokens,
    admin,
  });
  const spectators = new SpectatorHub({
    link,
    clock,
    metrics,
    access,
    loginLimits,
    caps: { total: config.MAX_SOCKETS, perAddress: config.MAX_SOCKETS_PER_ADDRESS },
    ...heartbeatOf(config),
    loginTimeout: timing.login,
    allowedOrigins,
    isDraining,
  });
  return { spectators, access };
}
