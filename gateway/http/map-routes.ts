import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { parseWith } from '#shared/core/parse.js';
import {
  type MapFormat,
  type MapQuestion,
  mapAnswerSchema,
  mapQuerySchema,
} from '#shared/protocol/agent-requests.js';
import { gameIdSchema } from '#shared/protocol/envelope.js';
import type { ViewAccess } from '../auth/view-access.js';
import { isJsonObject } from '../input/json-object.js';
import type { ProxyLink } from '../link/proxy-link.js';

const MAP_DEADLINE = 10_000;

const types: Readonly<Record<MapFormat, string>> = { svg: 'image/svg+xml', png: 'image/png' };

/**
 * A game's map as a picture: with `?agent_id=` what that seat knows, in its fog, else all of it, as far
 * behind the game as who watches must be.
 */
export function addMapRoutes(app: FastifyInstance, link: ProxyLink, access: ViewAccess): void {
  const picture = (format: MapFormat) => (request: FastifyRequest, reply: FastifyReply) =>
    sendPicture({ link, access }, format, request, reply);
  app.get('/api/games/:game_id/map.svg', picture('svg'));
  app.get('/api/games/:game_id/map.png', picture('png'));
}

interface Services {
  readonly link: ProxyLink;
  readonly access: ViewAccess;
}

async function sendPicture(
  { link, access }: Services,
  format: MapFormat,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const id = gameIdSchema.safeParse(isJsonObject(request.params) ? request.params.game_id : undefined);
  if (!id.success) return reply.code(404).send({ error: 'No game has such an id' });
  const query = parseWith(mapQuerySchema, request.query);
  if (!query.ok) return reply.code(400).send({ error: query.failure.message });
  const { agent_id: agentId } = query.value;
  const { authorization } = request.headers;
  const admission = access.map({ authorization, address: request.ip, gameId: id.data }, agentId);
  if (!admission.admitted) return reply.code(admission.status).send({ error: admission.error });
  const known = request.headers['if-none-match'];
  const wanted = { ...query.value, format, delay_turns: admission.delayTurns };
  const question: MapQuestion = { ...wanted, ...(known !== undefined && { known }) };
  const asker = {
    agent_id: agentId ?? 'spectators',
    game_id: id.data,
    unrestricted: admission.isUnrestricted,
  };
  const outcome = await link.request({ type: 'game_map', ...asker, data: question }, MAP_DEADLINE);
  if (!outcome.ok) return reply.code(503).send({ error: 'The games are not reachable at the moment' });
  if (outcome.value.type === 'error') return reply.code(404).send({ error: outcome.value.data.message });
  const { tag, body } = mapAnswerSchema.parse(outcome.value.data);
  reply.header('etag', tag).header('vary', 'authorization').header('cache-control', caching(agentId));
  if (body === undefined) return reply.code(304).send();
  reply.type(types[format]);
  return reply.send(format === 'png' ? Buffer.from(body, 'base64') : body);
}

/** Pages show many whole maps, which may come from memory for a few seconds; a player wants to see its last move. */
function caching(agentId: string | undefined): string {
  return agentId === undefined ? 'private, max-age=10' : 'private, no-cache';
}
