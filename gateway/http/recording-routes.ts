import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { fail, ok, type Result } from '#shared/core/result.js';
import { gameIdSchema } from '#shared/protocol/envelope.js';
import { type RecordingBytes, recordingBytesSchema } from '#shared/protocol/spectator/requests.js';
import type { ViewAccess } from '../auth/view-access.js';
import { isJsonObject } from '../input/json-object.js';
import { answerFailure, faultFailure } from '../link/link-failure.js';
import type { ProxyLink } from '../link/proxy-link.js';
import type { Channel } from '../spectators/channel.js';
import { readView } from '../spectators/spectator-path.js';
import { httpFailure } from './games/http-failure.js';

const DEADLINE = 30_000;

/** The file of a game's recording, for `npm run replay`, as far as it may be seen by now: all of it, or one seat's. */
export function addRecordingRoutes(app: FastifyInstance, link: ProxyLink, access: ViewAccess): void {
  app.get('/api/games/:game_id/recording.fcr', (request, reply) =>
    sendRecording(link, access, request, reply),
  );
}

async function sendRecording(
  link: ProxyLink,
  access: ViewAccess,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const id = gameIdSchema.safeParse(isJsonObject(request.params) ? request.params.game_id : undefined);
  if (!id.success) return reply.code(404).send({ error: 'No game has such an id' });
  const asked = isJsonObject(request.query) ? request.query.view : undefined;
  const view = readView(typeof asked === 'string' ? asked : null);
  if (view === 'bad')
    return reply.code(400).send({ error: 'Bad view: expected an agent id or player:<number>' });
  const { authorization } = request.headers;
  const admission = access.recording({ authorization, address: request.ip, gameId: id.data }, view);
  if (!admission.admitted) return reply.code(admission.status).send({ error: admission.error });
  const delay = { turns: admission.delayTurns, seconds: 0 };
  const watched = { delay, ...(view !== undefined && { view }) };
  const channel = { gameId: id.data, watched, isUnrestricted: admission.isUnrestricted };
  const ask = (from: number) => askPart(link, channel, from);
  const first = await ask(0);
  if (!first.ok) {
    const { status, body } = httpFailure(first.failure);
    return reply.code(status).send(body);
  }
  const name = `${id.data}${typeof asked === 'string' ? `-${asked.replace(':', '-')}` : ''}.fcr`;
  reply.header('cache-control', 'no-store').header('vary', 'authorization');
  reply.header('content-disposition', `attachment; filename="${name.replaceAll(/[^\w.-]/g, '_')}"`);
  return reply.type('application/octet-stream').send(Readable.from(parts(first.value, ask)));
}

/** Part after part, up to where it ended when the first was asked for. */
async function* parts(
  first: RecordingBytes,
  ask: (from: number) => Promise<Result<RecordingBytes>>,
): AsyncGenerator<Buffer> {
  let bytes = Buffer.from(first.bytes, 'base64');
  for (let at = 0; at < first.end && bytes.length > 0; ) {
    yield bytes.subarray(0, first.end - at);
    at += bytes.length;
    if (at >= first.end) return;
    const next = await ask(at);
    // What has begun can only be broken off: a file that ends early would pass for a whole one.
    if (!next.ok) throw new Error(next.failure.message);
    bytes = Buffer.from(next.value.bytes, 'base64');
  }
}

async function askPart(
  link: ProxyLink,
  { gameId, watched, isUnrestricted: unrestricted }: Channel,
  from: number,
): Promise<Result<RecordingBytes>> {
  const type = 'recording_part';
  const data = { ...watched, from };
  const question = { type, agent_id: 'spectators', game_id: gameId, unrestricted, data } as const;
  const outcome = await link.request(question, DEADLINE);
  if (!outcome.ok) return fail(faultFailure(outcome.failure, type, link.retryAfter));
  if (outcome.value.type === 'error') return fail(answerFailure(outcome.value));
  return ok(recordingBytesSchema.parse(outcome.value.data));
}
