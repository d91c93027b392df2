import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AdminSession } from '#shared/protocol/rest.js';
import type { AdminAccess } from '../auth/admin-access.js';
import type { Session } from '../session/session.js';

export interface AdminOptions {
  readonly access: AdminAccess;
  sessions(): Iterable<Session>;
  /** Reads the tokens again; whether that worked. */
  reloadTokens(): boolean;
}

/** Answers who does not show the admin token; goes on with who does. */
export function needsAdmin(access: AdminAccess) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const admission = access.admit(request.headers.authorization, request.ip);
    if (!admission.admitted) return reply.code(admission.status).send({ error: admission.error });
    return undefined;
  };
}

/** What an operator looks at and does while the gateway runs. */
export function addAdminRoutes(app: FastifyInstance, { access, sessions, reloadTokens }: AdminOptions): void {
  const onRequest = needsAdmin(access);
  app.get('/api/admin/sessions', { onRequest }, async () => ({
    sessions: [...sessions()].map(adminSession),
  }));
  app.post('/api/admin/tokens/reload', { onRequest }, async (_request, reply) => {
    if (reloadTokens()) return { reloaded: true };
    return reply.code(409).send({ error: 'The tokens could not be read; the old ones stay. See the log' });
  });
}

/** Enough to tell sessions apart, not to resume one. */
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
