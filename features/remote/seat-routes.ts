import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isJsonObject } from '#shared/core/json.js';
import { parseWith } from '#shared/core/parse.js';
import { agentIdSchema } from '#shared/protocol/envelope.js';
import { remoteSeatSchema } from '#shared/protocol/game-config.js';
import { remoteSeatsSchema } from '#shared/protocol/remote-seats.js';
import { sendFailure, sendRefusal } from '../../gateway/http/failures.js';
import { callerOf, gameIdOf, jsonBodyOf, keepJsonAsText } from '../../gateway/http/requests.js';
import type { RouteDocs } from '../../gateway/http/route-docs.js';
import type { GameAccess } from '../access/game-access.js';
import { managedGame } from '../game-routes/managed-game.js';
import type { RemoteAgents } from './remote-agents.js';

/** What the routes about remote seats are made with. */
interface SeatRouteOptions {
  readonly access: GameAccess;
  readonly remote: RemoteAgents;
}

const failures: RouteDocs['failures'] = {
  '400': 'The URL or a field is not allowed; path says which',
  '401': 'No token, or a wrong one',
  '403': 'The token lacks the right to manage the game',
  '404': 'No such game',
  '409': 'The game has no free seat, or is over',
  '429': 'Too many wrong tokens',
  '503': 'The game or the proxy is away, or there are too many remote seats; it may work later',
};

const common = { ok: remoteSeatsSchema, failures } as const;

const seatDocs = {
  list: {
    ...common,
    summary: 'Lists the seats that this gateway drives for agents elsewhere.',
  },
  give: {
    ...common,
    summary: 'Gives a seat to an agent that listens elsewhere (docs/remote-agents.md).',
    body: remoteSeatSchema,
    status: 201,
  },
  takeBack: {
    ...common,
    summary: 'Takes such a seat back: the agent is told and not called any more.',
  },
} as const satisfies Readonly<Record<string, RouteDocs>>;

const PATH = '/api/games/:game_id/seats';

/** The routes about the seats that the gateway drives for agents elsewhere: list, give and take back. */
export function addSeatRoutes(app: FastifyInstance, options: SeatRouteOptions): void {
  void app.register(async (routes) => {
    keepJsonAsText(routes);
    const docs = (name: keyof typeof seatDocs) => ({ config: { docs: seatDocs[name] } });
    routes.get(PATH, docs('list'), (request, reply) => list(options, request, reply));
    routes.post(PATH, docs('give'), (request, reply) => give(options, request, reply));
    routes.delete(`${PATH}/:agent_id`, docs('takeBack'), (request, reply) =>
      takeBack(options, request, reply),
    );
  });
}

async function list(options: SeatRouteOptions, request: FastifyRequest, reply: FastifyReply) {
  const gameId = gameIdOf(request);
  if (!gameId.ok) return sendFailure(reply, gameId.failure);
  const granted = options.access.authorize('GET /api/games/{game_id}/seats', callerOf(request), {
    gameId: gameId.value,
  });
  if (!granted.ok) return sendRefusal(reply, granted.failure, 'E102');
  return sendSeats(options, request, reply, gameId.value);
}

async function give(options: SeatRouteOptions, request: FastifyRequest, reply: FastifyReply) {
  const managed = managedGame(options.access, 'POST /api/games/{game_id}/seats', request, reply);
  if (typeof managed !== 'string') return managed;
  const { access, remote } = options;
  const body = jsonBodyOf(request, 'E105');
  const wish = body.ok ? parseWith(remoteSeatSchema, body.value) : body;
  if (!wish.ok) return sendFailure(reply, wish.failure);
  const mayPlay = (agentId: string) => access.canPlayAs(callerOf(request), agentId, managed);
  const seated = await remote.seat(managed, wish.value, { mayPlay });
  if (!seated.ok) return sendFailure(reply, seated.failure);
  return sendSeats(options, request, reply.code(201), managed);
}

/** Taking back a seat that is not driven changes nothing. */
async function takeBack(options: SeatRouteOptions, request: FastifyRequest, reply: FastifyReply) {
  const managed = managedGame(options.access, 'DELETE /api/games/{game_id}/seats/{agent_id}', request, reply);
  if (typeof managed !== 'string') return managed;
  const agentId = agentIdSchema.safeParse(isJsonObject(request.params) ? request.params.agent_id : undefined);
  if (agentId.success) options.remote.takeBack(managed, agentId.data);
  return sendSeats(options, request, reply, managed);
}

function sendSeats(
  { access, remote }: SeatRouteOptions,
  request: FastifyRequest,
  reply: FastifyReply,
  gameId: string,
) {
  const views = remote.viewsOf(gameId, access.canManage(callerOf(request), gameId));
  return reply.header('cache-control', 'no-store').send({ remote_seats: views });
}
