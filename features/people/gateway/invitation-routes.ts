import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { isJsonObject } from '#shared/core/json.js';
import { parseWith } from '#shared/core/parse.js';
import { ok, type Result } from '#shared/core/result.js';
import {
  invitationRequestSchema,
  invitationsSchema,
  madeInvitationSchema,
} from '#shared/protocol/invitations.js';
import { sendFailure } from '../../../gateway/http/failures.js';
import { callerOf, jsonBodyOf, keepJsonAsText } from '../../../gateway/http/requests.js';
import type { RouteDocs } from '../../../gateway/http/route-docs.js';
import { askAsOperator } from '../../../gateway/link/ask-proxy.js';
import type { Link } from '../../../gateway/link/game-link.js';
import type { GameAccess } from '../../access/game-access.js';
import { managedGame } from '../../game-routes/managed-game.js';
import type { InvitationBook } from './invitations.js';

/** What the routes about invitations are made with. */
interface InvitationRouteOptions {
  readonly access: GameAccess;
  readonly link: Link;
  readonly invitations: InvitationBook;
}

const failures: RouteDocs['failures'] = {
  '400': 'PLAY_PORT is off, or the URL or a field is not allowed; path says which',
  '401': 'No token, or a wrong one',
  '403': 'The token lacks the right to manage the game',
  '404': 'No such game',
  '429': 'Too many wrong tokens',
  '500': 'The disk refused it',
  '503': 'The proxy is away, or there are too many made tokens; it may work later',
};

const invitationDocs = {
  list: { summary: 'Lists the invitations of people to a game.', ok: invitationsSchema, failures },
  make: {
    summary: 'Invites a person with the ordinary FreeCiv client to a seat of a game (docs/people.md).',
    body: invitationRequestSchema,
    ok: madeInvitationSchema,
    status: 201,
    failures,
  },
  withdraw: {
    summary: 'Withdraws an invitation; its person is disconnected.',
    ok: invitationsSchema,
    failures,
  },
} as const satisfies Readonly<Record<string, RouteDocs>>;

/** Who has a seat; the rest passes unchecked, as the proxy may have another version. */
const seatedSchema = z.looseObject({ seats: z.array(z.looseObject({ agent_id: z.string() })) });

const PATH = '/api/games/:game_id/invitations';

/** The routes about invitations of people: list, make and withdraw. */
export function addInvitationRoutes(app: FastifyInstance, options: InvitationRouteOptions): void {
  void app.register(async (routes) => {
    keepJsonAsText(routes);
    const docs = (name: keyof typeof invitationDocs) => ({ config: { docs: invitationDocs[name] } });
    routes.get(PATH, docs('list'), (request, reply) => list(options, request, reply));
    routes.post(PATH, docs('make'), (request, reply) => make(options, request, reply));
    routes.delete(`${PATH}/:invitation_id`, docs('withdraw'), (request, reply) =>
      withdraw(options, request, reply),
    );
  });
}

function list(options: InvitationRouteOptions, request: FastifyRequest, reply: FastifyReply) {
  const gameId = managedGame(options.access, 'GET /api/games/{game_id}/invitations', request, reply);
  return typeof gameId === 'string' ? sendList(options, reply, gameId) : gameId;
}

async function make(options: InvitationRouteOptions, request: FastifyRequest, reply: FastifyReply) {
  const gameId = managedGame(options.access, 'POST /api/games/{game_id}/invitations', request, reply);
  if (typeof gameId !== 'string') return gameId;
  const { access, link, invitations } = options;
  const body = isEmpty(request.body) ? ok({}) : jsonBodyOf(request, 'E105');
  const wish = body.ok ? parseWith(invitationRequestSchema, body.value) : body;
  if (!wish.ok) return sendFailure(reply, wish.failure);
  const seated = await seatedIn(link, gameId);
  if (!seated.ok) return sendFailure(reply, seated.failure);
  const made = invitations.make({
    gameId,
    agentId: wish.value.agent_id,
    name: wish.value.name,
    seated: seated.value,
    mayPlay: (agentId) => access.canPlayAs(callerOf(request), agentId, gameId),
  });
  if (!made.ok) return sendFailure(reply, made.failure);
  return reply.code(201).header('cache-control', 'no-store').send(made.value);
}

/** An invitation that is not there is withdrawn already. */
function withdraw(options: InvitationRouteOptions, request: FastifyRequest, reply: FastifyReply) {
  const row = 'DELETE /api/games/{game_id}/invitations/{invitation_id}';
  const gameId = managedGame(options.access, row, request, reply);
  if (typeof gameId !== 'string') return gameId;
  const id = isJsonObject(request.params) ? request.params.invitation_id : undefined;
  const withdrawn = options.invitations.withdraw(gameId, String(id));
  return withdrawn.ok ? sendList(options, reply, gameId) : sendFailure(reply, withdrawn.failure);
}

function sendList({ invitations }: InvitationRouteOptions, reply: FastifyReply, gameId: string) {
  const answer = { invitations: invitations.list(gameId), ...invitations.place };
  return reply.header('cache-control', 'no-store').send(answer);
}

/** The agents that have a seat in a game. E140: there is no such game. */
async function seatedIn(link: Link, gameId: string): Promise<Result<ReadonlySet<string>>> {
  const info = await askAsOperator(link, 'game_info', gameId, { unrestricted: true });
  if (!info.ok) return info;
  const { seats } = seatedSchema.parse(info.value);
  return ok(new Set(seats.map(({ agent_id }) => agent_id)));
}

function isEmpty(body: unknown): boolean {
  return body === undefined || body === null || body === '';
}
