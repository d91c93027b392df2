import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { isJsonObject, type JsonObject } from '#shared/core/json.js';
import { parseWith } from '#shared/core/parse.js';
import { agentIdSchema } from '#shared/protocol/envelope.js';
import {
  type AdminSession,
  adminSessionsSchema,
  adminTokensSchema,
  endedSessionsSchema,
  reloadedSchema,
  revokedTokenSchema,
} from '#shared/protocol/rest.js';
import type { AgentServices } from '../../gateway/agent/agent-services.js';
import type { AdminAccess } from '../../gateway/auth/admin-access.js';
import type { TokenStore } from '../../gateway/auth/token-store.js';
import { sendFailure } from '../../gateway/http/failures.js';
import { adminFailures, requireAdmin } from '../../gateway/http/require-admin.js';
import type { RouteDocs } from '../../gateway/http/route-docs.js';
import { fingerprintOf } from '../../gateway/limits/token-quotas.js';
import type { Link } from '../../gateway/link/game-link.js';
import type { Session } from '../../gateway/session/session.js';
import type { SessionTable } from '../../gateway/session/session-table.js';
import { tokensInUse } from './tokens-in-use.js';

/** What the admin routes are made with. */
export interface AdminOptions {
  readonly access: AdminAccess;
  readonly agents: Pick<AgentServices, 'sessions' | 'tokens' | 'quotas' | 'limits' | 'clock'>;
  readonly link: Link;
  /** Reads the tokens again and returns whether that worked. */
  reloadTokens(): boolean;
  /** Closes the sockets whose tokens are no longer in force. */
  closeRevoked(): void;
}

const sessionsDocs: RouteDocs = {
  summary: 'The sessions of this gateway.',
  ok: adminSessionsSchema,
  failures: adminFailures,
};

const reloadDocs: RouteDocs = {
  summary: 'Reads the tokens again and closes the sockets of revoked tokens.',
  ok: reloadedSchema,
  failures: { ...adminFailures, '409': 'They could not be read; the old ones stay' },
};

const tokensDocs: RouteDocs = {
  summary: 'The tokens in force: what they open, their quotas and what they use.',
  ok: adminTokensSchema,
  failures: { ...adminFailures, '503': 'The proxy is away' },
};

const sessionNameSchema = z.object({
  session: z.string().min(6).max(64).describe('The first characters of its id'),
  agent_id: agentIdSchema.describe('Its agent'),
});

const tokenNameSchema = z.object({
  token: z.string().regex(/^[0-9a-f]{16}$/, 'expected the first 16 digits of its hash'),
});

const endDocs: RouteDocs = {
  summary: 'Ends a session of this gateway: its socket is closed with 4504, and it cannot be resumed.',
  query: sessionNameSchema.pick({ agent_id: true }),
  ok: endedSessionsSchema,
  failures: { ...adminFailures, '404': 'There is no such session here' },
};

const revokeDocs: RouteDocs = {
  summary: 'Revokes a token for good and closes its sockets, at all gateways that share Redis or DATA_DIR.',
  ok: revokedTokenSchema,
  failures: { ...adminFailures, '404': 'No token in force has such a hash' },
};

/** The routes for operators of a running gateway: listing and ending sessions, listing, revoking and reading tokens again. */
export function addAdminRoutes(
  app: FastifyInstance,
  { access, agents, link, reloadTokens, closeRevoked }: AdminOptions,
): void {
  const onRequest = requireAdmin(access);
  app.get('/api/admin/sessions', { onRequest, config: { docs: sessionsDocs } }, async () => ({
    sessions: [...agents.sessions.all()].map(adminSession),
  }));
  app.delete(
    '/api/admin/sessions/:session',
    { onRequest, config: { docs: endDocs } },
    async (request, reply) => {
      const named = parseWith(sessionNameSchema, { ...objectOf(request.params), ...objectOf(request.query) });
      if (!named.ok) return sendFailure(reply, named.failure);
      const ended = endSessions(agents.sessions, named.value.agent_id, named.value.session);
      return ended > 0 ? { ended } : reply.code(404).send({ error: 'There is no such session here' });
    },
  );
  app.delete(
    '/api/admin/tokens/:token',
    { onRequest, config: { docs: revokeDocs } },
    async (request, reply) => {
      const named = parseWith(tokenNameSchema, request.params);
      if (!named.ok) return sendFailure(reply, named.failure);
      const revoked = revokeToken(agents.tokens, named.value.token);
      if (revoked === true) closeRevoked();
      if (revoked === true) return { revoked: named.value.token };
      if (revoked === undefined) return reply.code(404).send({ error: 'No token in force has such a hash' });
      return reply.code(500).send({ error: 'It could not be written to the disk. See the log' });
    },
  );
  app.get('/api/admin/tokens', { onRequest, config: { docs: tokensDocs } }, async (_request, reply) => {
    const used = await tokensInUse(agents, link);
    return used.ok ? used.value : sendFailure(reply, used.failure);
  });
  app.post(
    '/api/admin/tokens/reload',
    { onRequest, config: { docs: reloadDocs } },
    async (_request, reply) => {
      if (reloadTokens()) return { reloaded: true };
      return reply.code(409).send({ error: 'The tokens could not be read; the old ones stay. See the log' });
    },
  );
}

/** Ends the sessions of an agent whose ids begin with `id`. Returns how many. */
function endSessions(sessions: SessionTable, agentId: string, id: string): number {
  const meant = sessions.findByAgent(agentId).filter((session) => session.id.startsWith(id));
  for (const session of meant) sessions.end(session);
  return meant.length;
}

/** Revokes the token with that fingerprint. Undefined: none in force has it; false: the disk failed. */
function revokeToken(tokens: TokenStore, fingerprint: string): boolean | undefined {
  const found = tokens.inForce.summaries.find(({ hash }) => fingerprintOf(hash) === fingerprint);
  return found && tokens.revoke(found.hash);
}

/** The session id is cut: enough to tell sessions apart, not enough to resume one. */
function adminSession(session: Session): AdminSession {
  return {
    agent_id: session.agentId,
    session: session.id.slice(0, 6),
    game_id: session.seat.gameId,
    connected: session.isAttached,
    address: session.lastAddress,
    last_seq: session.lastSeq,
  };
}

function objectOf(value: unknown): JsonObject {
  return isJsonObject(value) ? value : {};
}
