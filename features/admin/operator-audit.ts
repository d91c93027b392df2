import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isJsonObject, parseJson } from '#shared/core/json.js';
import type { AuditLog } from '../../gateway/audit/audited-actions.js';
import { callerOf } from '../../gateway/http/requests.js';
import { withoutSecret } from '../../gateway/link/link-messages.js';
import { payloadDigest } from '../../gateway/session/session-answers.js';
import type { GameAccess } from '../access/game-access.js';

/** What stands for the agent in lines of the audit about the operator. No agent can have that id. */
const OPERATOR = '*operator';

/** Records what the admin changes over HTTP: which route, for which game, and with what status. */
export function auditOperator(app: FastifyInstance, access: GameAccess, audit: AuditLog): void {
  app.addHook('onResponse', async (request, reply) => {
    if (request.method === 'GET' || request.method === 'HEAD' || !access.isAdmin(callerOf(request))) return;
    const { params } = request;
    const gameId = isJsonObject(params) ? params.game_id : undefined;
    audit.record({
      agent_id: OPERATOR,
      session: '',
      game_id: typeof gameId === 'string' ? gameId : '',
      correlation_id: null,
      action: `${request.method} ${request.routeOptions.url ?? ''}`,
      args_hash: payloadDigest('operator', argsOf(request)),
      status: reply.statusCode < 400 ? 'ok' : String(reply.statusCode),
      outcome: null,
      duration_ms: Math.round(reply.elapsedTime),
    });
  });
}

/** Without passwords: a reader who knows all other arguments could guess a password by the hash. */
function argsOf({ params, query, body }: FastifyRequest): unknown {
  const value = typeof body === 'string' ? (parseJson(body) ?? body) : body;
  return { params, query, body: isJsonObject(value) ? withoutSecret(value) : value };
}
