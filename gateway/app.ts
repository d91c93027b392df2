import type { FastifyInstance } from 'fastify';
import type { Config } from '#shared/core/config.js';
import type { OwnHostNames } from '#shared/core/hosts.js';
import { addLessonRoutes } from '../features/lessons/lesson-routes.js';
import { addMcpRoutes } from '../features/mcp/gateway/mcp-routes.js';
import { addDocumentRoutes, documentRoutes } from '../features/pages/document-routes.js';
import { addPageRoutes } from '../features/pages/page-routes.js';
import { createInvitations } from '../features/people/gateway/compose-people.js';
import { addInvitationRoutes } from '../features/people/gateway/invitation-routes.js';
import { addSeatRoutes } from '../features/remote/seat-routes.js';
import type { AgentServices } from './agent/agent-services.js';
import { RIGHTS } from './auth/token-rule.js';
import type { GatewayServices } from './compose.js';
import type { GatewayContext } from './core/context.js';
import { addAdminRoutes } from './http/admin-routes.js';
import { addAgentDataRoutes } from './http/agent-data-routes.js';
import { addChatRoutes } from './http/chat-routes.js';
import { addConversationRoutes } from './http/conversation-routes.js';
import { addGameRoutes } from './http/games/game-routes.js';
import { createHttpApp, gatewayHealth, queryDisk } from './http/http-app.js';
import { addLegacyRoutes } from './http/legacy/legacy-routes.js';
import { addMapRoutes } from './http/map-routes.js';
import { auditOperator } from './http/operator-audit.js';
import { addOverviewRoutes } from './http/overview-routes.js';
import { addRecordingRoutes } from './http/recording-routes.js';
import { limitByToken } from './http/token-rates.js';
import { addTokenRoutes } from './http/token-routes.js';
import { tokensInUse } from './http/tokens-in-use.js';
import { addToolsRoutes } from './http/tools-routes.js';
import { fingerprintOf } from './limits/token-quotas.js';
import type { Tls } from './transport/transport.js';
import type { TrustedProxies } from './transport/trusted-proxies.js';

/** What the app needs beside the services. */
export interface AppOptions {
  readonly hosts: OwnHostNames;
  readonly proxies: TrustedProxies;
  readonly tls: Tls | undefined;
  /** Whether the transport sends an answer while it is being made. */
  readonly canStream: boolean;
  /** Reads the tokens again and returns whether that worked. */
  reloadTokens(): boolean;
  /** Closes the sockets whose tokens are no longer in force. */
  closeRevoked(): void;
}

/** The HTTP app of a gateway with all its routes. */
export async function createApp(
  { config, clock, timeouts, log, metrics }: GatewayContext,
  { state, link, store, agents, mcp, remote, people, access, audit, lessons }: GatewayServices,
  { hosts, proxies, tls, canStream, reloadTokens, closeRevoked }: AppOptions,
): Promise<FastifyInstance> {
  const started = clock.monotonic();
  const app = await createHttpApp({
    metrics,
    log,
    headersTimeout: timeouts.headers,
    tls,
    hosts,
    proxies,
    metricsAccess: config.METRICS_NEED_TOKEN ? access.admin : undefined,
    admit: (token) => agents.tokens.admit(token),
    documentRoutes,
    async health() {
      const disk = await queryDisk(link);
      const uptimeMs = clock.monotonic() - started;
      const isDraining = state.isDraining || state.isDrainRequested;
      const areSessionsKept = store.isWorking;
      return gatewayHealth({ isDraining, proxies: link.states, disk, areSessionsKept, uptimeMs });
    },
  });
  limitByToken(app, agents);
  auditOperator(app, access.games, audit);
  addPageRoutes(app);
  addMapRoutes(app, link, access.games);
  addRecordingRoutes(app, link, access.games);
  addTokenRoutes(app, access.games, access.minted);
  addGameRoutes(app, { link, access: access.games, remote, minted: access.minted, quotas: agents.quotas });
  addSeatRoutes(app, { access: access.games, remote });
  const book = createInvitations(
    { config, clock },
    { tokens: agents.tokens, minted: access.minted, people, closeRevoked },
  );
  addInvitationRoutes(app, { access: access.games, link, invitations: book });
  addLegacyRoutes(app, { services: agents, link, access: access.games });
  addToolsRoutes(app, link, access.games);
  addConversationRoutes(app, { link, access: access.games });
  addLessonRoutes(app, { lessons, access: access.games });
  addChatRoutes(app, { agents, access: access.games });
  addMcpRoutes(app, {
    agents,
    hub: mcp,
    canStream,
    scheme: tls === undefined ? 'http' : 'https',
    issuers: issuersOf(config),
    scopes: config.JWT_ISSUER === undefined ? [] : RIGHTS,
  });
  addDocumentRoutes(app);
  addOverviewRoutes(app, {
    access: access.admin,
    metrics,
    proxies: () => link.states,
    inFlight: () => agents.inFlight.count,
    isDrainRequested: () => state.isDrainRequested,
    requestDrain(isWanted) {
      state.isDrainRequested = isWanted;
    },
  });
  addAgentDataRoutes(app, { access: access.admin, link, sessions: agents.sessions, audit, lessons });
  addAdminRoutes(app, {
    access: access.admin,
    sessions: () => agents.sessions.all(),
    reloadTokens,
    tokens: () => tokensInUse(agents, link),
    endSessions: (agentId, id) => endSessions(agents, agentId, id),
    revokeToken(fingerprint) {
      const revoked = revokeToken(agents, fingerprint);
      if (revoked === true) closeRevoked();
      return revoked;
    },
  });
  return app;
}

/** The issuer of tokens for this gateway, for clients of MCP. */
function issuersOf({ MCP_AUTHORIZATION_SERVERS: servers, JWT_ISSUER: issuer }: Config): readonly string[] {
  return [...new Set(issuer === undefined ? servers : [issuer, ...servers])];
}

/** Ends the sessions of an agent whose ids begin with `id`. Returns how many. */
function endSessions({ sessions }: AgentServices, agentId: string, id: string): number {
  const meant = sessions.findByAgent(agentId).filter((session) => session.id.startsWith(id));
  for (const session of meant) sessions.end(session);
  return meant.length;
}

/** Revokes the token with that fingerprint. Undefined: none in force has it; false: the disk failed. */
function revokeToken({ tokens }: AgentServices, fingerprint: string): boolean | undefined {
  const found = tokens.inForce.summaries.find(({ hash }) => fingerprintOf(hash) === fingerprint);
  return found && tokens.revoke(found.hash);
}
