import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { parseWith } from '#shared/core/parse.js';
import {
  type MapFormat,
  type MapQuestion,
  mapAnswerSchema,
  mapQuerySchema,
} from '#shared/protocol/agent-requests.js';
import { httpFailure, sendRefusal } from '../../gateway/http/failures.js';
import { callerOf, gameIdOf } from '../../gateway/http/requests.js';
import type { RouteDocs } from '../../gateway/http/route-docs.js';
import type { Link } from '../../gateway/link/game-link.js';
import { answerFailure } from '../../gateway/link/link-messages.js';
import type { GameAccess } from '../access/game-access.js';

const DEADLINE_MS = 10_000;
const CONFLICT = 409;

const CONTENT_TYPES: Readonly<Record<MapFormat, string>> = { svg: 'image/svg+xml', png: 'image/png' };

const commonDocs = {
  query: mapQuerySchema,
  failures: {
    '304': 'The picture is the one of If-None-Match',
    '400': 'A bad agent_id or scale',
    '401': 'No token, or a wrong one',
    '403': 'The token is not for this agent, or may not watch',
    '404': 'No such game, no such agent in it, or nothing to be shown yet',
    '429': 'Too many wrong tokens',
    '503': 'The proxy is away, or the game is being recovered',
  },
} as const;
const svgDocs: RouteDocs = {
  ...commonDocs,
  summary: `The map of the whole game as SVG, SPECTATOR_DELAY_TURNS behind it; with agent_id as that seat knows it.`,
  ok: CONTENT_TYPES.svg,
};
const pngDocs: RouteDocs = {
  ...commonDocs,
  summary: 'The same as PNG.',
  ok: CONTENT_TYPES.png,
};

/** A game's map as a picture: with `?agent_id=` as that seat knows it, else the whole map with the spectators' delay. */
export function addMapRoutes(app: FastifyInstance, link: Link, access: GameAccess): void {
  const picture = (format: MapFormat) => (request: FastifyRequest, reply: FastifyReply) =>
    sendPicture({ link, access }, format, request, reply);
  app.get('/api/games/:game_id/map.svg', { config: { docs: svgDocs } }, picture('svg'));
  app.get('/api/games/:game_id/map.png', { config: { docs: pngDocs } }, picture('png'));
}

interface MapServices {
  readonly link: Link;
  readonly access: GameAccess;
}

async function sendPicture(
  { link, access }: MapServices,
  format: MapFormat,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const gameId = gameIdOf(request);
  if (!gameId.ok) return reply.code(404).send({ error: gameId.failure.message });
  const query = parseWith(mapQuerySchema, request.query);
  if (!query.ok) return reply.code(400).send({ error: query.failure.message });
  const { agent_id: agentId } = query.value;
  const row = `GET /api/games/{game_id}/map.${format}` as const;
  // A seat's map is its present one, without delay: spectators find a seat's delayed view in its recording.
  const granted =
    agentId === undefined
      ? access.authorizeView(row, callerOf(request), gameId.value, undefined)
      : access.authorizeView(`${row}?agent_id=`, callerOf(request), gameId.value, { agent: agentId });
  if (!granted.ok) return sendRefusal(reply, granted.failure);
  const known = request.headers['if-none-match'];
  const wanted = { ...query.value, format, delay_turns: granted.value.delayTurns };
  const question: MapQuestion = { ...wanted, known };
  const sender = {
    agent_id: agentId ?? 'spectators',
    game_id: gameId.value,
    unrestricted: granted.value.isUnrestricted,
    ...(granted.value.isPublic && { public: true }),
  };
  const outcome = await link.requestWhenUp({ type: 'game_map', ...sender, data: question }, DEADLINE_MS);
  if (!outcome.ok) return reply.code(503).send({ error: 'The games are not reachable at the moment' });
  if (outcome.value.type === 'error') {
    const { status, body } = httpFailure(answerFailure(outcome.value));
    // Without a seat, or before the game has begun, there is no such picture.
    return reply.code(status === CONFLICT ? 404 : status).send(body);
  }
  const { tag, body } = mapAnswerSchema.parse(outcome.value.data);
  reply.header('etag', tag).header('vary', 'authorization').header('cache-control', cacheControl(agentId));
  if (body === undefined) return reply.code(304).send();
  reply.type(CONTENT_TYPES[format]);
  return reply.send(format === 'png' ? Buffer.from(body, 'base64') : body);
}

/** Pages show many whole maps, which a browser may cache for some seconds; an agent's map must show its last move. */
function cacheControl(agentId: string | undefined): string {
  return agentId === undefined ? 'private, max-age=10' : 'private, no-cache';
}
