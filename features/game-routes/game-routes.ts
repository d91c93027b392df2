import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Failure } from '#shared/core/failure.js';
import { isJsonObject, type JsonObject } from '#shared/core/json.js';
import { parseWith } from '#shared/core/parse.js';
import { fail, ok, type Result } from '#shared/core/result.js';
import { type RemoteSeatWish, remoteSeatSchema } from '#shared/protocol/game-config.js';
import { gameOperations } from '#shared/protocol/game-operations.js';
import type { RemoteSeatView } from '#shared/protocol/remote-seats.js';
import { scoreCsv } from '#shared/protocol/score.js';
import { type Access, bearerHash, type Caller } from '../../gateway/auth/bearer.js';
import type { MintedTokens } from '../../gateway/auth/minted-tokens.js';
import { sendFailure, sendRefusal } from '../../gateway/http/failures.js';
import { callerOf, gameIdOf, jsonBodyOf, keepJsonAsText } from '../../gateway/http/requests.js';
import type { TokenQuotas } from '../../gateway/limits/token-quotas.js';
import { askAsOperator } from '../../gateway/link/ask-proxy.js';
import type { Link } from '../../gateway/link/game-link.js';
import type { GameAccess } from '../access/game-access.js';
import { type GameRoute, gameRouteDocs, gameRoutes } from './game-route-table.js';
import { redactAnswer } from './redact-answer.js';

/** The seats of games that agents elsewhere fill, as the configuration of a new game wishes. */
interface SeatsElsewhere {
  /** Why these seats cannot be given to anybody; undefined when they can. */
  refusal(wishes: readonly RemoteSeatWish[], path: string): Failure | undefined;
  /** Gives a seat for a caller that may play as some agents. */
  seat(
    gameId: string,
    wish: RemoteSeatWish,
    giver: { mayPlay(agentId: string): boolean },
  ): Promise<Result<unknown>>;
  viewsOf(gameId: string, showsUrls: boolean): RemoteSeatView[];
  dropGame(gameId: string): void;
}

interface Services {
  readonly link: Link;
  readonly access: GameAccess;
  readonly remote: SeatsElsewhere;
  readonly minted: MintedTokens;
  readonly quotas: TokenQuotas;
}

/** A request about games that was parsed and checked. */
interface GameQuestion {
  readonly gameId: string;
  readonly data: JsonObject;
  /** The games that the caller needs access to. */
  readonly concerned: readonly string[];
}

/** The routes about games: create, list, control, save, fork and delete them. */
export function addGameRoutes(app: FastifyInstance, services: Services): void {
  void app.register(async (routes) => {
    keepJsonAsText(routes);
    for (const route of gameRoutes) {
      routes.route({
        method: route.method,
        url: route.path,
        config: { docs: gameRouteDocs(route) },
        handler: (request, reply) => answer(services, route, request, reply),
      });
    }
  });
}

async function answer(
  services: Services,
  route: GameRoute,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { access } = services;
  reply.header('cache-control', 'no-store');
  const caller = callerOf(request);
  const question = parseRequest(route, request);
  const granted = authorize(access, route, caller, question);
  if (!granted.ok) return sendRefusal(reply, granted.failure, 'E102');
  if (!question.ok) return sendFailure(reply, question.failure);
  const { gameId } = question.value;
  const result = await askWithSeats(services, route, question.value, caller);
  if (!result.ok) return sendFailure(reply, result.failure);
  const redacted = redactAnswer(access, route.type, caller, gameId, result.value);
  return send(route, request, reply.code(route.status), redacted);
}

/** Asks the proxy, and gives the seats of a new game to the remote agents that it names. The answer shows remote seats. */
async function askWithSeats(
  services: Services,
  route: GameRoute,
  { gameId, data: { seats, ...data } }: GameQuestion,
  caller: Caller,
): Promise<Result<JsonObject>> {
  const { link, access, remote, minted, quotas } = services;
  const hash = bearerHash(caller.authorization);
  const makesGame = route.type === 'game_create' || route.type === 'game_fork';
  const isOfToken = makesGame && hash !== undefined && !access.isAdmin(caller);
  const wishes = route.type === 'game_create' ? seatsOf({ seats }) : [];
  const refused = wishes.length === 0 ? undefined : remote.refusal(wishes, 'seats');
  if (refused !== undefined) return fail(refused);
  const result = await askAsOperator(link, route.type, gameId, {
    data: isOfToken ? { ...data, creator: quotas.creatorOf(hash) } : data,
    unrestricted: access.isAdmin(caller),
    isPublic: route.row.startsWith('GET /api/games/{') && !access.canSeeSeeds(caller, gameId),
  });
  if (!result.ok) return result;
  if (route.type === 'game_delete') {
    remote.dropGame(gameId);
    minted.forget(gameId);
  }
  const mayPlay = (agentId: string) => access.canPlayAs(caller, agentId, gameId);
  for (const wish of wishes) {
    const seated = await remote.seat(gameId, wish, { mayPlay });
    if (!seated.ok) return withdraw(services, gameId, seated.failure);
  }
  // Of the game as it is with its seats.
  const info =
    wishes.length === 0 ? result : await askAsOperator(link, 'game_info', gameId, { unrestricted: true });
  const views = remote.viewsOf(gameId, access.canManage(caller, gameId));
  return info.ok && views.length > 0 && info.value.game_id !== undefined && info.value.config !== undefined
    ? ok({ ...info.value, remote_seats: views })
    : info;
}

/** The seats that a configuration asks for, with their defaults; none where it asks for none. */
function seatsOf({ seats }: { readonly seats?: unknown }): readonly RemoteSeatWish[] {
  return remoteSeatSchema
    .array()
    .catch([])
    .parse(seats ?? []);
}

/** Removes a new game that cannot have the seats asked for; the failure says so where it stays. */
async function withdraw(
  { link, remote }: Services,
  gameId: string,
  refused: Failure,
): Promise<Result<never>> {
  const removed = await askAsOperator(link, 'game_delete', gameId, { unrestricted: true });
  if (removed.ok) remote.dropGame(gameId);
  const stays = removed.ok ? '' : `. The game ${gameId} was made and could not be removed: delete it`;
  return fail({ ...refused, message: `${refused.message}${stays}` });
}

/** Checks access to the games that a valid request concerns; a request that is not valid concerns none. */
function authorize(
  access: GameAccess,
  route: GameRoute,
  caller: Caller,
  question: Result<GameQuestion>,
): Access {
  const gameIds = question.ok ? question.value.concerned : [];
  const hasSeats = question.ok && question.value.data.seats !== undefined;
  // Who fills seats manages the game.
  return access.authorizeAll(hasSeats ? 'POST /api/games/{game_id}/seats' : route.row, caller, gameIds);
}

/** Checks the request here, so that the proxy gets valid requests only; makes up ids that are not given. */
function parseRequest({ type }: GameRoute, request: FastifyRequest): Result<GameQuestion> {
  const { body: sent } = request;
  const body =
    sent === undefined || sent === null || sent === '' ? ok<JsonObject>({}) : jsonBodyOf(request, 'E105');
  if (!body.ok) return body;
  const data = parseWith(gameOperations[type].data, body.value);
  if (!data.ok) return data;
  if (type === 'game_list' || type === 'scenario_list') return ok({ gameId: 'all', data: {}, concerned: [] });
  const newId = typeof body.value.game_id === 'string' ? body.value.game_id : undefined;
  if (type === 'game_create') {
    const gameId = newId ?? `game-${randomBytes(5).toString('hex')}`;
    return ok({ gameId, data: body.value, concerned: [gameId] });
  }
  const gameId = gameIdOf(request);
  if (!gameId.ok) return gameId;
  if (type !== 'game_fork') return ok({ gameId: gameId.value, data: body.value, concerned: [gameId.value] });
  const forkId = newId ?? `${gameId.value.slice(0, 40)}-fork-${randomBytes(3).toString('hex')}`;
  const fork = { ...body.value, game_id: forkId };
  return ok({ gameId: gameId.value, data: fork, concerned: [gameId.value, forkId] });
}

function send(
  { type }: GameRoute,
  request: FastifyRequest,
  reply: FastifyReply,
  data: JsonObject,
): FastifyReply {
  const wantsCsv = isJsonObject(request.query) && request.query.format === 'csv';
  if (type !== 'game_score' || !wantsCsv) return reply.send(data);
  return reply.type('text/csv; charset=utf-8').send(scoreCsv(gameOperations.game_score.answer.parse(data)));
}
