import type { lookup as systemLookup } from 'node:dns';
import { z } from 'zod';
import type { CurrentConfig } from '#shared/core/current-config.js';
import { ok, type Result } from '#shared/core/result.js';
import type { AuditCopy } from '../../features/audit/audit-copy.js';
import { createAudit } from '../../features/audit/audit-writer.js';
import { ChatDesk } from '../../features/chat/chat-desk.js';
import { createLessons } from '../../features/lessons/lesson-store.js';
import { McpHub } from '../../features/mcp/gateway/mcp-hub.js';
import { createPeople } from '../../features/people/gateway/compose-people.js';
import { openShared, type SharedServices } from '../../features/redis/gateway/open-shared.js';
import { createRemoteAgents } from '../../features/remote/compose-remote.js';
import type { RemoteAgents } from '../../features/remote/remote-agents.js';
import { createSpectators } from '../../features/spectators/compose-spectators.js';
import { AGENT_BOUNDS } from '../../gateway/agent/agent-bounds.js';
import { AgentHub } from '../../gateway/agent/agent-hub.js';
import type { AgentServices } from '../../gateway/agent/agent-services.js';
import { InFlightRequests } from '../../gateway/agent/in-flight-requests.js';
import { Relay } from '../../gateway/agent/relay.js';
import { unknownOutcomeRecords } from '../../gateway/audit/audited-actions.js';
import type { GatewayContext } from '../../gateway/core/context.js';
import { heartbeatIntervals } from '../../gateway/core/missed-heartbeats.js';
import { type AgentLimitSettings, AgentLimits } from '../../gateway/limits/agent-limits.js';
import { GlobalSendBuffer } from '../../gateway/limits/global-send-buffer.js';
import { ConnectionSlots, LoginLimits } from '../../gateway/limits/login-limits.js';
import { askProxy } from '../../gateway/link/ask-proxy.js';
import type { Link } from '../../gateway/link/game-link.js';
import type { Seated } from '../../gateway/link/link-messages.js';
import type { ProxyLinks } from '../../gateway/link/proxy-links.js';
import { RemoteSeat } from '../../gateway/link/remote-seat.js';
import { LinkSupervisor, reportRejoined } from '../../gateway/session/link-supervisor.js';
import type { SessionStore } from '../../gateway/session/persistence/session-store.js';
import type { Session } from '../../gateway/session/session.js';
import {
  DEFAULT_SESSION_BUFFERS,
  type SessionBufferLimits,
} from '../../gateway/session/session-buffer-limits.js';
import { SessionTable } from '../../gateway/session/session-table.js';
import { SessionsElsewhere } from '../../gateway/session/sessions-elsewhere.js';
import { createAccess, createQuotas, createTokens } from './compose-access.js';
import { messageForms } from './compose-forms.js';
import { createLinks, createSessionStore } from './compose-links.js';

/** A login waits for it. */
const SEALED_DEADLINE_MS = 5_000;

/** What says whether a game is sealed; the rest passes unchecked, as the proxy may have another version. */
const sealedInfoSchema = z.looseObject({
  config: z.looseObject({ sealed: z.boolean().optional() }),
  ended: z.looseObject({}).nullable(),
});

/** What tests replace, and what is opened before a gateway starts; the defaults are for production. */
export interface ServiceOverrides {
  readonly sessionBounds?: Partial<SessionBufferLimits>;
  /** In [0, 1), for the back-off of the link. */
  readonly random?: () => number;
  /** Resolves the names of remote agents' hosts. */
  readonly lookup?: typeof systemLookup;
  readonly auditCopy?: AuditCopy | undefined;
}

/** What changes for all services while the gateway runs. */
interface GatewayState {
  /** The gateway ends: no new sockets, no new requests. */
  isDraining: boolean;
  /** The operator wants no new sockets. */
  isDrainRequested: boolean;
  /** The web origins that may connect; empty until the port is known. */
  origins: ReadonlySet<string>;
}

/** Creates all services of a gateway. Nothing is started: no port, no link, no timer. */
export function createServices(context: GatewayContext, overrides: ServiceOverrides) {
  const { clock, log, metrics, tracing } = context;
  const state: GatewayState = { isDraining: false, isDrainRequested: false, origins: new Set() };
  const shared = openShared(context);
  const { random = Math.random } = overrides;
  const link = createLinks(context, shared, random);
  const store = createSessionStore(context, shared);
  const audit = createAudit(context, overrides.auditCopy);
  const sessions = createSessions(context, { links: link, store, shared }, overrides.sessionBounds);
  const seats = new LinkSupervisor(link, sessions, context);
  const lessons = createLessons(context);
  const relay = new Relay({ clock, metrics, log, audit, tracing });
  const inFlight = new InFlightRequests();
  const continueRequests = (session: Session) => void inFlight.run(() => relay.recover(session));
  const chat = new ChatDesk({ clock, link, sessions, audit });
  const agents: AgentServices = {
    ...createAgentServices(context, shared, { sessions, allowedOrigins: () => state.origins }),
    sessions,
    forms: messageForms,
    chat,
    elsewhere: new SessionsElsewhere({
      store,
      sessions,
      onTaken(session, stored) {
        for (const record of unknownOutcomeRecords(stored, clock.now())) audit.record(record);
        seats.onTaken(session, stored);
        continueRequests(session);
      },
    }),
    relay,
    inFlight,
    isDraining: () => state.isDraining,
    isSealed: (gameId) => isSealed(link, gameId),
    lessonsOf: (agentId) => lessons.textOf(agentId),
    prepareSeats: (tokenHash, data) => remote.prepare(tokenHash, data),
  };
  const access = createAccess(context, agents);
  const takesNoSockets = () => state.isDraining || state.isDrainRequested;
  const watching = { link, access: access.spectators, isDraining: takesNoSockets };
  const spectators = createSpectators(context, { ...agents, ...watching });
  const mcp = new McpHub({ agents, link });
  const remote: RemoteAgents = createRemoteAgents(context, {
    ...{ agents, link, random, lookup: overrides.lookup },
  });
  const hub = new AgentHub(agents, takesNoSockets);
  const people = createPeople(context, { agents, links: link, audit, isDraining: takesNoSockets });
  const kept = { shared, store, continueRequests };
  const services = { state, link, seats, ...kept, audit, lessons, chat, agents };
  return { ...services, hub, mcp, remote, people, access, spectators };
}

/** All services of a gateway. */
export type GatewayServices = ReturnType<typeof createServices>;

interface SessionParts {
  readonly links: ProxyLinks;
  readonly store: SessionStore;
  readonly shared: SharedServices | undefined;
}

/** The sessions of all agents, saved in `store`. */
function createSessions(
  context: GatewayContext,
  { links, store, shared }: SessionParts,
  bounds: Partial<SessionBufferLimits> = {},
): SessionTable {
  const { config, clock, timeouts, metrics } = context;
  const onRejoined = (seat: RemoteSeat, seated: Seated) => reportRejoined(sessions, seat, seated, context);
  const sessions: SessionTable = new SessionTable({
    context: { bounds: { ...DEFAULT_SESSION_BUFFERS, ...bounds }, store, clock },
    onPresence: (seat, presence) => seat.setPresence(presence),
    onAttachment({ agentId, id, isAttached }) {
      if (isAttached) shared?.slots.hold(agentId, id);
      else shared?.slots.release(agentId, id);
    },
    expiresAfter: config.SESSION_EXPIRES_S * 1000,
    maxIdlePerSeat: 4,
    makeSeat: (agentId, gameId) =>
      new RemoteSeat({ agentId, gameId, link: links.forGame(gameId), clock, timeouts, onRejoined }),
    metrics,
  });
  return sessions;
}

/** The services of agent sockets that need nothing but the context. `allowedOrigins` is known once the port is. */
function createAgentServices(
  context: GatewayContext,
  shared: SharedServices | undefined,
  { sessions, allowedOrigins }: { readonly sessions: SessionTable; allowedOrigins(): ReadonlySet<string> },
) {
  const { config, current, clock, timeouts, log, metrics } = context;
  const tokens = createTokens(context, shared !== undefined);
  const quotas = createQuotas(context, tokens, sessions);
  const backlog = new GlobalSendBuffer(AGENT_BOUNDS.maxUnreadBytesTogether);
  // They change with each message.
  metrics.all.measure(
    'freeciv_gateway_unread_bytes',
    'What waits in memory to be read by agents',
    () => backlog.total,
  );
  return {
    clock,
    timeouts,
    log,
    metrics,
    tokens,
    quotas,
    slots: new ConnectionSlots(() => current.value.MAX_CONNECTIONS_PER_AGENT),
    sharedSlots: shared?.slots,
    loginLimits: new LoginLimits(shared?.loginRates),
    backlog,
    limits: new AgentLimits({
      settings: rateSettings(current),
      maxMessageBytes: config.MAX_MESSAGE_BYTES,
      maxOfToken: (hash) => quotas.of(hash).messages ?? Number.POSITIVE_INFINITY,
      shared: shared?.agentRates,
    }),
    sessionExpiresS: config.SESSION_EXPIRES_S,
    settings: {
      maxMessageBytes: config.MAX_MESSAGE_BYTES,
      ...heartbeatIntervals(config),
      maxConnectionsPerAgent: () => current.value.MAX_CONNECTIONS_PER_AGENT,
      resumeByAddress: config.RESUME_BY_ADDRESS,
      socketCaps: () => ({
        total: current.value.MAX_SOCKETS,
        perAddress: current.value.MAX_SOCKETS_PER_ADDRESS,
      }),
      allowedOrigins,
    },
  };
}

/** The rates of an agent. Asked for each message, and made again only where the settings have changed. */
function rateSettings(current: CurrentConfig): () => AgentLimitSettings {
  let of: CurrentConfig['value'] | undefined;
  let rates: AgentLimitSettings = { messagesPerMinute: 0, burst: 0, actionsPerMinute: 0 };
  return () => {
    const { value } = current;
    if (value !== of)
      rates = {
        messagesPerMinute: value.RATE_MESSAGES_PER_MINUTE,
        burst: value.RATE_BURST,
        actionsPerMinute: value.RATE_ACTIONS_PER_MINUTE,
      };
    of = value;
    return rates;
  };
}

/** Whether the game is there, sealed and not over. Fails with what the proxy says, also where it does not answer. */
async function isSealed(link: Link, gameId: string): Promise<Result<boolean>> {
  const question = { agent_id: 'operator', game_id: gameId, unrestricted: true, data: {} };
  const info = await askProxy(link, { type: 'game_info', ...question }, SEALED_DEADLINE_MS);
  if (!info.ok) return info.failure.code === 'E140' ? ok(false) : info;
  const { config, ended } = sealedInfoSchema.parse(info.value);
  return ok(config.sealed === true && ended === null);
}
