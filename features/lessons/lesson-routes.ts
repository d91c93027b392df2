import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { parseWith } from '#shared/core/parse.js';
import { agentIdSchema, gameIdSchema } from '#shared/protocol/envelope.js';
import { lessonsChangeSchema, lessonsSchema } from '#shared/protocol/lessons.js';
import { sendFailure, sendRefusal } from '../../gateway/http/failures.js';
import { callerOf } from '../../gateway/http/requests.js';
import type { RouteDocs } from '../../gateway/http/route-docs.js';
import type { GameAccess } from '../access/game-access.js';
import type { LessonStore } from './lesson-store.js';

const PATH = '/api/agents/:agent_id/lessons';

const paramsSchema = z.object({ agent_id: agentIdSchema.describe('The agent') });
const querySchema = z.object({
  game_id: gameIdSchema
    .default('default')
    .describe('The game that it plays: its token, or its session, is checked for that seat'),
});

const failures: RouteDocs['failures'] = {
  '400': 'A field has a value it cannot have, or `replaces` is not the last version: that is in the details',
  '401': 'No token, or a wrong one, or one of another agent',
  '429': 'Too many wrong tokens',
  '500': 'The disk does not give or take them at the moment',
  '503': 'Too many agents have lessons',
};

const docs = {
  read: {
    summary: 'What an agent has learned in its games so far, as it wrote it.',
    query: querySchema,
    ok: lessonsSchema,
    failures,
  },
  write: {
    summary: 'Replaces the lessons of an agent by a new version.',
    query: querySchema,
    body: lessonsChangeSchema,
    ok: lessonsSchema,
    failures,
  },
} as const satisfies Readonly<Record<string, RouteDocs>>;

interface Services {
  readonly lessons: LessonStore;
  readonly access: GameAccess;
}

/** The routes by which an agent reads and writes its own lessons. */
export function addLessonRoutes(app: FastifyInstance, { lessons, access }: Services): void {
  app.get(PATH, { config: { docs: docs.read } }, async (request, reply) => {
    const agentId = agentOf(access, 'GET /api/agents/{agent_id}/lessons', request, reply);
    if (agentId === undefined) return reply;
    const read = await lessons.read(agentId);
    return read.ok ? reply.send(read.value) : sendFailure(reply, read.failure);
  });
  app.put(PATH, { config: { docs: docs.write } }, async (request, reply) => {
    const agentId = agentOf(access, 'PUT /api/agents/{agent_id}/lessons', request, reply);
    if (agentId === undefined) return reply;
    const change = parseWith(lessonsChangeSchema, request.body);
    if (!change.ok) return sendFailure(reply, change.failure);
    const written = await lessons.write(agentId, change.value);
    return written.ok ? reply.send(written.value) : sendFailure(reply, written.failure);
  });
}

/** The agent that the caller is; undefined when the request has been answered with a refusal. */
function agentOf(
  access: GameAccess,
  row: 'GET /api/agents/{agent_id}/lessons' | 'PUT /api/agents/{agent_id}/lessons',
  request: FastifyRequest,
  reply: FastifyReply,
): string | undefined {
  reply.header('cache-control', 'no-store');
  const params = paramsSchema.safeParse(request.params);
  const query = parseWith(querySchema, request.query);
  const agentId = params.data?.agent_id;
  const gameId = query.ok ? query.value.game_id : undefined;
  const granted = access.authorize(row, callerOf(request), { gameId, agentId });
  if (!granted.ok) sendRefusal(reply, granted.failure, 'E102');
  else if (!query.ok) sendFailure(reply, query.failure);
  else return agentId;
  return undefined;
}
