import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AdminSession } from '#shared/protocol/rest.js';
import type { AdminAccess } from '../auth/admin-access.js';
import type { Session } from '../session/session.js';
import { sendRefusal } from './failures.js';
import { callerOf } from './requests.js';

/** What the admin routes are made with. */
export interface AdminOptions {
  readonly access: AdminAccess;
  /** All sessions of this gateway. */
  sessions(): Iterable<Session>;
  /** Reads the tokens again and returns whether that worked. */
  reloadTokens(): boolean;
}

/** A hook that refuses requests without the admin token. */
export function requireAdmin(access: AdminAccess) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const granted = access.authorize(callerOf(request));
    return granted.ok ? undefined : sendRefusal(reply, granted.failure);
  };
}

/** The routes for operators of a running gateway: its sessions, and reading the tokens again. */
export function addAdminRoutes(app: FastifyInstance, { access, sessions, reloadTokens }: AdminOptions): void {
  const onRequest = requireAdmin(access);
  app.get('/api/admin/sessions', { onRequest }, async () => ({
    sessions: [...sessions()].map(adminSession),
  }));
  app.post('/api/admin/tokens/reload', { onRequest }, async (_request, reply) => {
    if (reloadTokens()) return { reloaded: true };
    return reply.code(409).send({ error: 'The tokens could not be read; the old ones stay. See the log' });
  });
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
