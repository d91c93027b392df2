import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { isJsonObject } from '#shared/core/json.js';
import { ok, type Result } from '#shared/core/result.js';
import { type RecordingBytes, recordingBytesSchema } from '#shared/protocol/spectator/requests.js';
import { sendFailure, sendRefusal } from '../../gateway/http/failures.js';
import { callerOf, gameIdOf } from '../../gateway/http/requests.js';
import type { RouteDocs } from '../../gateway/http/route-docs.js';
import { askProxy } from '../../gateway/link/ask-proxy.js';
import type { Link } from '../../gateway/link/game-link.js';
import type { GameAccess } from '../access/game-access.js';
import { parseView, type SpectatorChannel } from './spectator-target.js';

const DEADLINE_MS = 30_000;

const recordingDocs: RouteDocs = {
  summary: 'The recording file for npm run replay, up to the turn that the caller may see.',
  query: z.object({
    view: z
      .string()
      .optional()
      .describe('An agent id, or player:N: the recording of that seat’s view; without it the whole game'),
  }),
  ok: 'application/octet-stream',
  failures: {
    '400': 'A bad view',
    '401': 'No token, or a wrong one',
    '403': 'The token is not for that view',
    '404': 'No such game, or none that was recorded',
    '409': 'No such seat, or nothing that may be shown yet',
    '429': 'Too many wrong tokens',
    '503': 'The proxy is away',
  },
};

/** The file of a game's recording or of one seat's view of it, up to what the caller may see by now. */
export function addRecordingRoutes(app: FastifyInstance, link: Link, access: GameAccess): void {
  app.get('/api/games/:game_id/recording.fcr', { config: { docs: recordingDocs } }, (request, reply) =>
    sendRecording(link, access, request, reply),
  );
}

async function sendRecording(
  link: Link,
  access: GameAccess,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const gameId = gameIdOf(request);
  if (!gameId.ok) return reply.code(404).send({ error: gameId.failure.message });
  const text = isJsonObject(request.query) ? request.query.view : undefined;
  const view = parseView(typeof text === 'string' ? text : null);
  if (!view.ok) return reply.code(400).send({ error: view.failure });
  const row = 'GET /api/games/{game_id}/recording.fcr';
  const granted = access.authorizeView(
    view.value === undefined ? row : `${row}?view=`,
    callerOf(request),
    gameId.value,
    view.value,
  );
  if (!granted.ok) return sendRefusal(reply, granted.failure);
  const { delayTurns, isUnrestricted, isPublic } = granted.value;
  const delay = { turns: delayTurns, seconds: 0 };
  const watched = { delay, view: view.value };
  const channel = { gameId: gameId.value, watched, isUnrestricted, isPublic };
  const fetchFrom = (from: number) => fetchPart(link, channel, from);
  const first = await fetchFrom(0);
  if (!first.ok) return sendFailure(reply, first.failure);
  const name = `${gameId.value}${typeof text === 'string' ? `-${text.replace(':', '-')}` : ''}.fcr`;
  reply.header('cache-control', 'no-store').header('vary', 'authorization');
  reply.header('content-disposition', `attachment; filename="${name.replaceAll(/[^\w.-]/g, '_')}"`);
  return reply.type('application/octet-stream').send(Readable.from(fileParts(first.value, fetchFrom)));
}

/** The bytes of the file part by part, up to where the file ended when the first part was fetched. */
async function* fileParts(
  first: RecordingBytes,
  fetchFrom: (from: number) => Promise<Result<RecordingBytes>>,
): AsyncGenerator<Buffer> {
  let bytes = Buffer.from(first.bytes, 'base64');
  for (let at = 0; at < first.end && bytes.length > 0; ) {
    yield bytes.subarray(0, first.end - at);
    at += bytes.length;
    if (at >= first.end) return;
    const next = await fetchFrom(at);
    // The answer has begun, so it can only be cut off: a file that ends early would look complete.
    if (!next.ok) throw new Error(next.failure.message);
    bytes = Buffer.from(next.value.bytes, 'base64');
  }
}

async function fetchPart(
  link: Link,
  { gameId, watched, isUnrestricted: unrestricted }: SpectatorChannel,
  from: number,
): Promise<Result<RecordingBytes>> {
  const data = { ...watched, from };
  const question = {
    type: 'recording_part',
    agent_id: 'spectators',
    game_id: gameId,
    unrestricted,
    data,
  } as const;
  const part = await askProxy(link, question, DEADLINE_MS);
  return part.ok ? ok(recordingBytesSchema.parse(part.value)) : part;
}
