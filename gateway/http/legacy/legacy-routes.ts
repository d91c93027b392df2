import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Failure, failure } from '#shared/core/failure.js';
import { fail, ok, type Result } from '#shared/core/result.js';
import { gameIdSchema } from '#shared/protocol/envelope.js';
import { gameInfoSchema } from '#shared/protocol/game-summary.js';
import type { GameAccess } from '../../auth/game-access.js';
import { isJsonObject, type JsonObject } from '../../input/json-object.js';
import { answerFailure, faultFailure } from '../../link/link-failure.js';
import type { ProxyLink } from '../../link/proxy-link.js';
import type { AgentServices } from '../../socket/agent-services.js';
import { httpFailure } from '../games/http-failure.js';
import { visibleTo } from '../games/visible-answer.js';
import { askSession } from './ask-session.js';

const INFO_DEADLINE_MS = 60_000;

export interface LegacyRouteOptions {
  readonly services: AgentServices;
  readonly link: ProxyLink;
  readonly access: GameAccess;
}

/** `/api/game/{id}/state`, `/action` and `/info` of the earlier gateway, for clients that ask without a socket. */
export function addLegacyRoutes(host: FastifyInstance, options: LegacyRouteOptions): void {
  void host.register(async (app) => {
    // Read with the bounds of a message on a socket.
    app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) =>
      done(null, body),
    );
    app.get('/api/game/:game_id/state', (request, reply) => answerState(options.services, request, reply));
    app.post('/api/game/:game_id/action', (request, reply) => answerAction(options.services, request, reply));
    app.get('/api/game/:game_id/info', (request, reply) => answerInfo(options, request, reply));
  });
}

async function answerState(services: AgentServices, request: FastifyRequest, reply: FastifyReply) {
  const query = isJsonObject(request.query) ? request.query : {};
  const { format = 'llm_optimized' } = query;
  const answer = await askSession(services, request, query, { type: 'state_query', format });
  if (!answer.ok) return refuse(reply, answer.failure);
  return reply.header('cache-control', 'no-store').send({ success: true, format, data: answer.value });
}

async function answerAction(services: AgentServices, request: FastifyRequest, reply: FastifyReply) {
  const body = readBody(request.body);
  if (!body.ok) return refuse(reply, body.failure);
  const { agent_id: _agent, player_id: _player, correlation_id, action, ...fields } = body.value;
  const named = correlation_id === undefined ? {} : { correlation_id };
  const message = { type: 'action', ...named, data: action ?? fields };
  const answer = await askSession(services, request, body.value, message);
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
  const named = gameIdSchema.safeParse(isJsonObject(request.params) ? request.params.game_id : undefined);
  if (!named.success) return refuse(reply, failure('E140', 'No game has such an id', { path: 'game_id' }));
  const gameId = named.data;
  const caller = { authorization: request.headers.authorization, address: request.ip };
  const admission = access.look(caller, gameId);
  if (!admission.admitted)
    return reply.code(admission.status).send(errorBody(failure('E102', admission.error)));
  await link.whenUp(INFO_DEADLINE_MS);
  const unrestricted = access.isAdmin(caller);
  const question = {
    type: 'game_info',
    agent_id: 'operator',
    game_id: gameId,
    unrestricted,
    data: {},
  } as const;
  const outcome = await link.request(question, INFO_DEADLINE_MS);
  if (!outcome.ok) return refuse(reply, faultFailure(outcome.failure, 'game_info', link.retryAfter));
  if (outcome.value.type === 'error') return refuse(reply, answerFailure(outcome.value));
  const info = gameInfoSchema.parse(
    visibleTo(access, { type: 'game_info' }, caller, gameId, outcome.value.data),
  );
  const players = Object.fromEntries(info.players.map((player) => [String(player.player_id), player]));
  return reply
    .header('cache-control', 'no-store')
    .send({ success: true, ...info, status: info.state, players });
}

function readBody(body: unknown): Result<JsonObject> {
  try {
    const read: unknown = typeof body === 'string' ? JSON.parse(body) : body;
    if (isJsonObject(read)) return ok(read);
  } catch {
    // Told below.
  }
  return fail(failure('E104', 'The body is not a JSON object', { path: 'body' }));
}

function refuse(reply: FastifyReply, reason: Failure): FastifyReply {
  const retryAfter = reason.details?.retry_after;
  if (typeof retryAfter === 'number') reply.header('retry-after', String(retryAfter));
  return reply.code(httpFailure(reason).status).send(errorBody(reason));
}

/** A refusal under all the names its readers know. */
function errorBody(reason: Failure): JsonObject {
  const { code, message, details } = reason;
  return {
    ...httpFailure(reason).body,
    success: false,
    ...{ error_code: code, error_message: message, code, message, detail: message },
    ...(details === undefined ? {} : { details }),
  };
}
