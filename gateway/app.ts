import type { FastifyInstance } from 'fastify';
import type { Config } from '#shared/core/config.js';
import type { HostRules } from '#shared/core/hosts.js';
import { RIGHTS } from './auth/token-rule.js';
import type { GatewayServices } from './compose.js';
import type { GatewayContext } from './core/context.js';
import { addAdminRoutes } from './http/admin-routes.js';
import { addChatRoutes } from './http/chat-routes.js';
import { addConversationRoutes } from './http/conversation-routes.js';
import { addGameRoutes } from './http/games/game-routes.js';
import { addSeatRoutes } from './http/games/seat-routes.js';
import { createHttpApp, gatewayHealth, queryDisk } from './http/http-app.js';
import { addLegacyRoutes } from './http/legacy/legacy-routes.js';
import { addMapRoutes } from './http/map-routes.js';
import { addMcpRoutes } from './http/mcp-routes.js';
import { addDocsRoutes, addPageRoutes } from './http/page-routes.js';
import { addRecordingRoutes } from './http/recording-routes.js';
import { limitByToken } from './http/token-rate.js';
import { addTokenRoutes } from './http/token-routes.js';
import { tokensInUse } from './http/tokens-in-use.js';
import { addToolsRoutes } from './http/tools-routes.js';
import type { Tls } from './transport/transport.js';
import type { TrustedProxies } from './transport/trusted-proxies.js';

/** What the app needs beside the services. */
export interface AppOptions {
  readonly hosts: HostRules;
  readonly proxies: TrustedProxies;
  readonly tls: Tls | undefined;
  /** Whether the transport sends an answer while it is being made. */
  readonly canStream: boolean;
  /** Reads the tokens again and returns whether that worked. */
  reloadTokens(): boolean;
}

/** The HTTP app of a gateway with all its routes. */
export async function createApp(
  { config, clock, timing, log, metrics }: GatewayContext,
  { state, link, store, agents, mcp, remote, access }: GatewayServices,
  { hosts, proxies, tls, canStream, reloadTokens }: AppOptions,
): Promise<FastifyInstance> {
  const started = clock.monotonic();
  const app = await createHttpApp({
    metrics,
    log,
    headersTimeout: timing.headers,
    tls,
    hosts,
    proxies,
    metricsAccess: config.METRICS_NEED_TOKEN ? access.admin : undefined,
    admit: (token) => agents.tokens.admit(token),
    async health() {
      const disk = await queryDisk(link);
      const uptimeMs = clock.monotonic() - started;
      const { isDraining } = state;
      const areSessionsKept = store.isWorking;
      return gatewayHealth({ isDraining, proxies: link.states, disk, areSessionsKept, uptimeMs });
    },
  });
  limitByToken(app, agents);
  addPageRoutes(app);
  addMapRoutes(app, link, access.games);
  addRecordingRoutes(app, link, access.games);
  addTokenRoutes(app, access.games, access.minted);
  addGameRoutes(app, { link, access: access.games, remote, minted: access.minted, quotas: agents.quotas });
  addSeatRoutes(app, { access: access.games, remote });
  addLegacyRoutes(app, { services: agents, link, access: access.games });
  addToolsRoutes(app, link, access.games);
  addConversationRoutes(app, { link, access: access.games });
  addChatRoutes(app, { agents, access: access.games });
  addMcpRoutes(app, {
    agents,
    hub: mcp,
    canStream,
    scheme: tls === undefined ? 'http' : 'https',
    issuers: issuersOf(config),
    scopes: config.JWT_ISSUER === undefined ? [] : RIGHTS,
  });
  addDocsRoutes(app);
  addAdminRoutes(app, {
    access: access.admin,
    sessions: () => agents.sessions.all(),
    reloadTokens,
    tokens: () => tokensInUse(agents, link),
  });
  return app;
}

/** Who issues tokens for this gateway, for clients of MCP. */
function issuersOf({ MCP_AUTHORIZATION_SERVERS: servers, JWT_ISSUER: issuer }: Config): readonly string[] {
  return [...new Set(issuer === undefined ? servers : [issuer, ...servers])];
}
