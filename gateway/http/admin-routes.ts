import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { isJsonObject, type JsonObject } from '#shared/core/json.js';
import { parseWith } from '#shared/core/parse.js';
import type { Result } from '#shared/core/result.js';
import { agentIdSchema } from '#shared/protocol/envelope.js';
import {
  type AdminSession,
  type AdminTokens,
  adminSessionsSchema,
  adminTokensSchema,
  endedSessionsSchema,
  reloadedSchema,
  revokedTokenSchema,
} from '#shared/protocol/rest.js';
import type { AdminAccess } from '../auth/admin-access.js';
import type { Session } from '../session/session.js';
import { sendFailure, sendRefusal } from './failures.js';
import { callerOf } from './requests.js';
import type { RouteDocs } from './route-docs.js';

/** What the admin routes are made with. */
export interface AdminOptions {
  readonly access: AdminAccess;
  sessions(): Iterable<Session>;
  /** Reads the tokens again and returns whether that worked. */
  reloadTokens(): boolean;
  /** Ends the sessions of an agent whose ids begin with `session`. Returns how many. */
  endSessions(agentId: string, session: string): number;
  /** Revokes the token whose hash begins with `fingerprint`, and closes its sockets. Undefined: no such token; false: the disk failed. */
  revokeToken(fingerprint: string): boolean | undefined;
  /** The tokens in force: what they open, their quotas and what they use. */
  tokens(): Promise<Result<AdminTokens>>;
}

/** The failures of routes that need the admin token. */
export const adminFailures: RouteDocs['failures'] = {
  '401': 'No admin token, or a wrong one',
  '403': 'ADMIN_TOKEN is not set',
  '429': 'Too many wrong tokens',
};

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

/** A hook that refuses requests without the admin token. */
export function requireAdmin(access: AdminAccess) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const granted = access.authorize(callerOf(request));
    return granted.ok ? undefined : sendRefusal(reply, granted.failure);
  };
}

/** The routes for operators of a running gateway: listing and ending sessions, listing, revoking and reading tokens again. */
export function addAdminRoutes(
  app: FastifyInstance,
  { access, sessions, reloadTokens, tokens, endSessions, revokeToken }: AdminOptions,
): void {
  const onRequest = requireAdmin(access);
  app.get('/api/admin/sessions', { onRequest, config: { docs: sessionsDocs } }, async () => ({
    sessions: [...sessions()].map(adminSession),
  }));
  app.delete(
    '/api/admin/sessions/:session',
    { onRequest, config: { docs: endDocs } },
    async (request, reply) => {
      const named = parseWith(sessionNameSchema, { ...objectOf(request.params), ...objectOf(request.query) });
      if (!named.ok) return sendFailure(reply, named.failure);
      const ended = endSessions(named.value.agent_id, named.value.session);
      return ended > 0 ? { ended } : reply.code(404).send({ error: 'There is no such session here' });
    },
  );
  app.delete(
    '/api/admin/tokens/:token',
    { onRequest, config: { docs: revokeDocs } },
    async (request, reply) => {
      const named = parseWith(tokenNameSchema, request.params);
      if (!named.ok) return sendFailure(reply, named.failure);
      const revoked = revokeToken(named.value.token);
      if (revoked === true) return { revoked: named.value.token };
      if (revoked === undefined) return reply.code(404).send({ error: 'No token in force has such a hash' });
      return reply.code(500).send({ error: 'It could not be written to the disk. See the log' });
    },
  );
  app.get('/api/admin/tokens', { onRequest, config: { docs: tokensDocs } }, async (_request, reply) => {
    const used = await tokens();
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
