import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { failure } from '#shared/failure.js';
import { gameIdSchema } from '#shared/messages/envelope.js';
import { gameOperations } from '#shared/messages/game-operations.js';
import type { GameScore } from '#shared/messages/score.js';
import { parseWith } from '#shared/parse.js';
import { fail, ok, type Result } from '#shared/result.js';
import { scoreCsv } from '#shared/score-csv.js';
import type { GameAccess } from '../../auth/game-access.js';
import { isJsonObject, type JsonObject } from '../../input/json-object.js';
import { answerFailure, faultFailure } from '../../link/link-failure.js';
import type { ProxyLink } from '../../link/proxy-link.js';
import { type GameCall, gameCalls } from './game-calls.js';
import { httpFailure } from './http-failure.js';

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
  const { authorization } = request.headers;
  const asked = readRequest(call, request);
  const concerned = asked.ok ? asked.value.concerned : [];
  const admission =
    call.access === 'look'
      ? access.look(authorization, request.ip, concerned[0])
      : access.steer(authorization, request.ip, concerned);
  if (!admission.admitted) return reply.code(admission.status).send({ error: admission.error, code: 'E102' });
  const result = asked.ok ? await ask(link, call, asked.value) : asked;
  if (!result.ok) {
    const { status, body } = httpFailure(result.failure);
    return reply.code(status).send(body);
  }
  return send(call, request, reply.code(call.status), visible(access, call, authorization, result.value));
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
): Promise<Result<JsonObject>> {
  await link.whenUp(DEADLINE);
  const outcome = await link.request({ type, agent_id: 'operator', game_id: gameId, data }, DEADLINE);
  if (!outcome.ok) return fail(faultFailure(outcome.failure, type, link.retryAfter));
  return outcome.value.type === 'error' ? fail(answerFailure(outcome.value)) : ok(outcome.value.data);
}

/** A list has the games only that the asker may see, and scores no turn that spectators may not see yet. */
function visible(
  access: GameAccess,
  { type }: GameCall,
  authorization: string | undefined,
  data: JsonObject,
): JsonObject {
  if (type === 'game_score') {
    const score = gameOperations.game_score.answer.parse(data);
    return { ...score, turns: turnsShown(score.turns, access.delayOf(authorization)) };
  }
  if (type !== 'game_list') return data;
  const { games } = gameOperations.game_list.answer.parse(data);
  return { games: games.filter(({ game_id }) => access.sees(authorization, game_id)) };
}

/** Those that began so many whole turns ago; all of a game that is over. */
function turnsShown(turns: GameScore['turns'], delay: number): GameScore['turns'] {
  const last = turns.at(-1);
  if (last === undefined || last.is_final) return turns;
  return turns.filter(({ turn }) => turn + delay <= last.turn);
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
