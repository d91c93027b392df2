import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Failure, failure } from '#shared/core/failure.js';
import { isJsonObject, type JsonObject } from '#shared/core/json.js';
import { gameInfoSchema } from '#shared/protocol/game-summary.js';
import {
  legacyActionResultSchema,
  legacyActionSchema,
  legacyErrorSchema,
  legacyInfoSchema,
  legacyStateQuerySchema,
  legacyStateSchema,
} from '#shared/protocol/legacy.js';
import type { AgentServices } from '../../gateway/agent/agent-services.js';
import { revocationUnknown } from '../../gateway/auth/bearer.js';
import { httpFailure } from '../../gateway/http/failures.js';
import { callerOf, gameIdOf, jsonBodyOf, keepJsonAsText } from '../../gateway/http/requests.js';
import type { RouteDocs } from '../../gateway/http/route-docs.js';
import { askAsOperator } from '../../gateway/link/ask-proxy.js';
import type { Link } from '../../gateway/link/game-link.js';
import type { GameAccess } from '../access/game-access.js';
import { redactAnswer } from '../game-routes/redact-answer.js';
import { requestThroughSession } from './legacy-session.js';

const common = {
  failure: legacyErrorSchema,
  failures: {
    '400': 'A field is missing or has a value it cannot have, or it cannot be told which agent asks',
    '401': 'No token, or one that is not for this agent and game',
    '403': 'A token for several agents, without x-session-id',
    '404': 'No such game',
    '409': 'The game refused it, or is not in the state for it',
    '429': 'Over a limit of the agent, or too many wrong tokens; see retry-after',
    '503': 'The game or the proxy is away; it may work later',
    '504': 'No answer within the deadline',
  },
} as const;

/** How the legacy routes are documented; docs/flat-dialect.md explains them. */
const legacyRouteDocs = {
  state: {
    ...common,
    summary: 'The flat state as the agent’s seat knows it. The agent gets a seat in the game if it has none.',
    query: legacyStateQuerySchema,
    ok: legacyStateSchema,
  },
  action: {
    ...common,
    summary: 'Carries out an action of that agent; the answer is its verdict.',
    body: legacyActionSchema,
    ok: legacyActionResultSchema,
  },
  info: {
    ...common,
    summary: 'The answer of /api/games/{game_id}, with players by id.',
    ok: legacyInfoSchema,
  },
} as const satisfies Readonly<Record<string, RouteDocs>>;

/** What the legacy routes are made with. */
export interface LegacyRouteOptions {
  readonly services: AgentServices;
  readonly link: Link;
  readonly access: GameAccess;
}

/** `/api/game/{id}/state`, `/action` and `/info` for clients of the earlier gateway that use no socket. */
export function addLegacyRoutes(host: FastifyInstance, options: LegacyRouteOptions): void {
  void host.register(async (app) => {
    // The body is parsed with the limits of a message on a socket.
    keepJsonAsText(app);
    const docs = (name: keyof typeof legacyRouteDocs) => ({ config: { docs: legacyRouteDocs[name] } });
    app.get('/api/game/:game_id/state', docs('state'), (request, reply) =>
      answerState(options.services, request, reply),
    );
    app.post('/api/game/:game_id/action', docs('action'), (request, reply) =>
      answerAction(options.services, request, reply),
    );
    app.get('/api/game/:game_id/info', docs('info'), (request, reply) => answerInfo(options, request, reply));
  });
}

async function answerState(services: AgentServices, request: FastifyRequest, reply: FastifyReply) {
  const query = isJsonObject(request.query) ? request.query : {};
  const { format = 'llm_optimized' } = query;
  const answer = await requestThroughSession(services, { request, reply }, query, {
    type: 'state_query',
    format,
  });
  if (!answer.ok) return refuse(reply, answer.failure);
  return reply.header('cache-control', 'no-store').send({ success: true, format, data: answer.value });
}

async function answerAction(services: AgentServices, request: FastifyRequest, reply: FastifyReply) {
  const body = jsonBodyOf(request, 'E104');
  if (!body.ok) return refuse(reply, body.failure);
  const { agent_id: _agent, player_id: _player, correlation_id, action, ...fields } = body.value;
  const named = correlation_id === undefined ? {} : { correlation_id };
  const message = { type: 'action', ...named, data: action ?? fields };
  const answer = await requestThroughSession(services, { request, reply }, body.value, message);
  if (!answer.ok) return refuse(reply, answer.failure);
  const data = isJsonObject(answer.value.data) ? answer.value.data : answer.value;
  const result = isJsonObject(data.result) ? data.result : {};
  return reply
    .header('cache-control', 'no-store')
    .send({ ...data, success: data.success === true, action_id: result.action_id ?? null, result });
}

async function answerInfo(
  { link, access }: LegacyRouteOptions,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const named = gameIdOf(request);
  if (!named.ok) return refuse(reply, named.failure);
  const gameId = named.value;
  const caller = callerOf(request);
  const granted = access.authorize('GET /api/game/{game_id}/info', caller, { gameId });
  if (!granted.ok) {
    const { status, error } = granted.failure;
    if (status === 503) return refuse(reply, revocationUnknown());
    return reply.code(status).send(errorBody(failure('E102', error)));
  }
  const unrestricted = access.isAdmin(caller);
  const answer = await askAsOperator(link, 'game_info', gameId, { unrestricted });
  if (!answer.ok) return refuse(reply, answer.failure);
  const info = gameInfoSchema.parse(redactAnswer(access, 'game_info', caller, gameId, answer.value));
  const players = Object.fromEntries(info.players.map((player) => [String(player.player_id), player]));
  return reply
    .header('cache-control', 'no-store')
    .send({ success: true, ...info, status: info.state, players });
}

function refuse(reply: FastifyReply, reason: Failure): FastifyReply {
  const retryAfter = reason.details?.retry_after;
  if (typeof retryAfter === 'number') reply.header('retry-after', String(retryAfter));
  return reply.code(httpFailure(reason).status).send(errorBody(reason));
}

/** The failure under all field names that clients of the earlier gateway know. */
function errorBody(reason: Failure): JsonObject {
  const { code, message, details } = reason;
  return {
    ...httpFailure(reason).body,
    success: false,
    error_code: code,
    error_message: message,
    code,
    message,
    detail: message,
    details,
  };
}
