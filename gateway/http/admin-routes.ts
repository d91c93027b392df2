import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Result } from '#shared/core/result.js';
import {
  type AdminSession,
  type AdminTokens,
  adminSessionsSchema,
  adminTokensSchema,
  reloadedSchema,
} from '#shared/protocol/rest.js';
import type { AdminAccess } from '../auth/admin-access.js';
import type { RouteDocs } from '../docs/openapi.js';
import type { Session } from '../session/session.js';
import { sendFailure, sendRefusal } from './failures.js';
import { callerOf } from './requests.js';

/** What the admin routes are made with. */
export interface AdminOptions {
  readonly access: AdminAccess;
  sessions(): Iterable<Session>;
  /** Reads the tokens again and returns whether that worked. */
  reloadTokens(): boolean;
  /** What the tokens in force open, and what they have. */
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
  summary: 'The tokens in force: what they open, what they may have and what they have.',
  ok: adminTokensSchema,
  failures: { ...adminFailures, '503': 'The proxy is away' },
};

/** A hook that refuses requests without the admin token. */
export function requireAdmin(access: AdminAccess) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const granted = access.authorize(callerOf(request));
    return granted.ok ? undefined : sendRefusal(reply, granted.failure);
  };
}

/** The routes for operators of a running gateway: its sessions, and reading the tokens again. */
export function addAdminRoutes(
  app: FastifyInstance,
  { access, sessions, reloadTokens, tokens }: AdminOptions,
): void {
  const onRequest = requireAdmin(access);
  app.get('/api/admin/sessions', { onRequest, config: { docs: sessionsDocs } }, async () => ({
    sessions: [...sessions()].map(adminSession),
  }));
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
