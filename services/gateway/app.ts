import type { FastifyInstance } from 'fastify';
import type { OwnHostNames } from '#shared/core/hosts.js';
import { addAdminRoutes } from '../../features/admin/admin-routes.js';
import { addAgentDataRoutes } from '../../features/admin/agent-data-routes.js';
import { auditOperator } from '../../features/admin/operator-audit.js';
import { addOverviewRoutes } from '../../features/admin/overview-routes.js';
import { addTokenRoutes } from '../../features/admin/token-routes.js';
import { addChatRoutes } from '../../features/chat/chat-routes.js';
import { addConversationRoutes } from '../../features/conversations/conversation-routes.js';
import { addLegacyRoutes } from '../../features/flat-dialect/legacy-routes.js';
import { addGameRoutes } from '../../features/game-routes/game-routes.js';
import { addLessonRoutes } from '../../features/lessons/lesson-routes.js';
import { addMcpRoutes } from '../../features/mcp/gateway/mcp-routes.js';
import { addDocumentRoutes, documentRoutes } from '../../features/pages/document-routes.js';
import { addPageRoutes } from '../../features/pages/page-routes.js';
import { createInvitations } from '../../features/people/gateway/compose-people.js';
import { addInvitationRoutes } from '../../features/people/gateway/invitation-routes.js';
import { addSeatRoutes } from '../../features/remote/seat-routes.js';
import { addMapRoutes } from '../../features/spectators/map-routes.js';
import { addRecordingRoutes } from '../../features/spectators/recording-routes.js';
import { addToolsRoutes } from '../../features/tool-calls/tools-routes.js';
import type { GatewayContext } from '../../gateway/core/context.js';
import { createHttpApp, gatewayHealth, queryDisk } from '../../gateway/http/http-app.js';
import { limitByToken } from '../../gateway/http/token-rates.js';
import type { Tls } from '../../gateway/transport/transport.js';
import type { TrustedProxies } from '../../gateway/transport/trusted-proxies.js';
import type { GatewayServices } from './compose.js';

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
  {
    state,
    link,
    store,
    agents,
    chat,
    mcp,
    remote,
    people,
    access,
    spectators,
    audit,
    lessons,
  }: GatewayServices,
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
  addChatRoutes(app, { agents, chat, access: access.games });
  addMcpRoutes(app, {
    agents,
    hub: mcp,
    canStream,
    scheme: tls === undefined ? 'http' : 'https',
    config,
  });
  addDocumentRoutes(app);
  addOverviewRoutes(app, {
    access: access.admin,
    metrics,
    spectators: () => spectators.size,
    proxies: () => link.states,
    inFlight: () => agents.inFlight.count,
    unreadBytes: () => agents.backlog.total,
    isDrainRequested: () => state.isDrainRequested,
    requestDrain(isWanted) {
      state.isDrainRequested = isWanted;
    },
  });
  addAgentDataRoutes(app, { access: access.admin, link, sessions: agents.sessions, audit, lessons });
  addAdminRoutes(app, { access: access.admin, agents, link, reloadTokens, closeRevoked });
  return app;
}
