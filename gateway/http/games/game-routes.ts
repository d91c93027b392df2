import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { failure } from '#shared/core/failure.js';
import { parseWith } from '#shared/core/parse.js';
import { fail, ok, type Result } from '#shared/core/result.js';
import { gameIdSchema } from '#shared/protocol/envelope.js';
import { gameOperations } from '#shared/protocol/game-operations.js';
import { scoreCsv } from '#shared/protocol/score.js';
import type { Admission } from '../../auth/admission.js';
import type { Caller, GameAccess } from '../../auth/game-access.js';
import { isJsonObject, type JsonObject } from '../../input/json-object.js';
import { answerFailure, faultFailure } from '../../link/link-failure.js';
import type { ProxyLink } from '../../link/proxy-link.js';
import { type GameCall, gameCalls } from './game-calls.js';
import { httpFailure } from './http-failure.js';
import { visibleTo } from './visible-answer.js';

/** A game may have to be brought back before it can be asked. */
const DEADLINE = 60_000;

interface Services {
  readonly link: ProxyLink;
  readonly access: GameAccess;
}

/** What a request is about, read and checked. */
interface Asked {
  readonly gameId: string;
  readonly data: JsonObject;
  /** The games it takes a token for. */
  readonly concerned: readonly string[];
}

/** Games by request: made, listed, steered, saved, forked, deleted. */
export function addGameRoutes(app: FastifyInstance, link: ProxyLink, access: GameAccess): void {
  void app.register(async (routes) => {
    // Read below, so that a bad body gets a sentence like every other fault.
    routes.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) =>
      done(null, body),
    );
    for (const call of gameCalls) {
      routes.route({
        method: call.method,
        url: call.path.replaceAll(/\{(\w+)\}/g, ':$1'),
        handler: (request, reply) => answer({ link, access }, call, request, reply),
      });
    }
  });
}

async function answer(
  { link, access }: Services,
  call: GameCall,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  reply.header('cache-control', 'no-store');
  const caller = { authorization: request.headers.authorization, address: request.ip };
  const asked = readRequest(call, request);
  const admission = judge(access, call, caller, asked.ok ? asked.value.concerned : []);
  if (!admission.admitted) return reply.code(admission.status).send({ error: admission.error, code: 'E102' });
  const unrestricted = access.isAdmin(caller);
  const result = asked.ok ? await ask(link, call, asked.value, unrestricted) : asked;
  if (!result.ok) {
    const { status, body } = httpFailure(result.failure);
    return reply.code(status).send(body);
  }
  const gameId = asked.ok ? asked.value.gameId : '';
  const shown = visibleTo(access, call, caller, gameId, result.value);
  return send(call, request, reply.code(call.status), shown);
}

/** Who may ask that of these games: those a good request is about, none of a bad one. */
function judge(access: GameAccess, call: GameCall, caller: Caller, gameIds: readonly string[]): Admission {
  const [gameId] = gameIds;
  if (call.access === 'look') return access.look(caller, gameId);
  if (call.access === 'manage') return access.manage(caller, gameIds);
  if (gameId === undefined) return access.knows(caller);
  return call.access === 'watch' ? access.watch(caller, gameId) : access.create(caller, gameId);
}

/** Checked here, so that no bad request troubles the proxy; ids that were not given are made up. */
function readRequest({ type }: GameCall, request: FastifyRequest): Result<Asked> {
  const body = readBody(request.body);
  if (!body.ok) return body;
  const data = parseWith(gameOperations[type].data, body.value);
  if (!data.ok) return data;
  if (type === 'game_list') return ok({ gameId: 'all', data: {}, concerned: [] });
  const wished = typeof body.value.game_id === 'string' ? [body.value.game_id] : [];
  if (type === 'game_create') {
    const gameId = wished[0] ?? `game-${randomBytes(5).toString('hex')}`;
    return ok({ gameId, data: body.value, concerned: [gameId] });
  }
  const named = isJsonObject(request.params) ? request.params.game_id : undefined;
  const gameId = gameIdSchema.safeParse(named);
  if (!gameId.success) return fail(failure('E140', 'No game has such an id', { path: 'game_id' }));
  if (type !== 'game_fork') return ok({ gameId: gameId.data, data: body.value, concerned: [gameId.data] });
  const forkId = wished[0] ?? `${gameId.data.slice(0, 40)}-fork-${randomBytes(3).toString('hex')}`;
  const fork = { ...body.value, game_id: forkId };
  return ok({ gameId: gameId.data, data: fork, concerned: [gameId.data, forkId] });
}

function readBody(body: unknown): Result<JsonObject> {
  if (body === undefined || body === null || body === '') return ok({});
  try {
    const read: unknown = typeof body === 'string' ? JSON.parse(body) : body;
    if (isJsonObject(read)) return ok(read);
  } catch {
    // Told below.
  }
  return fail(failure('E105', 'The body is not a JSON object', { path: 'body' }));
}

async function ask(
  link: ProxyLink,
  { type }: GameCall,
  { gameId, data }: Asked,
  unrestricted: boolean,
): Promise<Result<JsonObject>> {
  await link.whenUp(DEADLINE);
  const question = { type, agent_id: 'operator', game_id: gameId, unrestricted, data } as const;
  const outcome = await link.request(question, DEADLINE);
  if (!outcome.ok) return fail(faultFailure(outcome.failure, type, link.retryAfter));
  return outcome.value.type === 'error' ? fail(answerFailure(outcome.value)) : ok(outcome.value.data);
}

function send(
  { type }: GameCall,
  request: FastifyRequest,
  reply: FastifyReply,
  data: JsonObject,
): FastifyReply {
  const wantsCsv = isJsonObject(request.query) && request.query.format === 'csv';
  if (type !== 'game_score' || !wantsCsv) return reply.send(data);
  return reply.type('text/csv; charset=utf-8').send(scoreCsv(gameOperations.game_score.answer.parse(data)));
}
