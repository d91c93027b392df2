import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { type Failure, failure } from '#shared/core/failure.js';
import { parseWith } from '#shared/core/parse.js';
import { fail, ok, type Result } from '#shared/core/result.js';
import {
  type ConversationPart,
  type ConversationSummary,
  conversationIdSchema,
} from '#shared/protocol/conversation.js';
import { type ConversationView, conversationViewSchema } from '#shared/protocol/conversation-objects.js';
import { agentIdSchema, gameIdSchema } from '#shared/protocol/envelope.js';
import { gameOperations } from '#shared/protocol/game-operations.js';
import { sendFailure, sendRefusal } from '../../gateway/http/failures.js';
import { callerOf } from '../../gateway/http/requests.js';
import type { RouteDocs } from '../../gateway/http/route-docs.js';
import { askAsOperator } from '../../gateway/link/ask-proxy.js';
import type { Link } from '../../gateway/link/game-link.js';
import type { GameAccess } from '../access/game-access.js';
import { parseConversation } from './native/parse-conversation.js';

/** Messages before the mark that are read, because results after it belong to calls before it. */
const LOOKBACK = 20;

const ownerSchema = z.object({
  game_id: gameIdSchema.default('default').describe('The game'),
  agent_id: agentIdSchema
    .optional()
    .describe('The agent; without it all whose conversations the token may read'),
});

const readSchema = ownerSchema.extend({
  since: z.coerce
    .number()
    .int()
    .nonnegative()
    .optional()
    .describe(
      'Only what came after this mark: `next` of an earlier answer; 0 for all in its native form, too',
    ),
});

const { conversation_list: listing, conversation_read: reading } = gameOperations;

const failures: RouteDocs['failures'] = {
  '400': 'A field has a value it cannot have, or several agents have a conversation of that id: name one',
  '401': 'No token, or a wrong one',
  '403': 'The token may neither play the seat nor manage its game',
  '404': 'No such game or conversation',
  '429': 'Too many wrong tokens',
  '503': 'The proxy is away; it may work later',
};

const docs = {
  list: {
    summary: 'The conversations of models in a game that agents keep there.',
    query: ownerSchema,
    ok: listing.answer,
    failures,
  },
  read: {
    summary: 'A conversation as objects that people read, or what came since a mark.',
    query: readSchema,
    ok: conversationViewSchema,
    failures,
  },
} as const satisfies Readonly<Record<string, RouteDocs>>;

interface Services {
  readonly link: Link;
  readonly access: GameAccess;
}

/** `GET /api/conversations` and `GET /api/conversations/{conversation_id}`: what the models of agents say. */
export function addConversationRoutes(app: FastifyInstance, services: Services): void {
  app.get('/api/conversations', { config: { docs: docs.list } }, (request, reply) =>
    sendList(services, request, reply),
  );
  app.get('/api/conversations/:conversation_id', { config: { docs: docs.read } }, (request, reply) =>
    sendConversation(services, request, reply),
  );
}

async function sendList(services: Services, request: FastifyRequest, reply: FastifyReply) {
  reply.header('cache-control', 'no-store');
  const query = parseWith(ownerSchema, request.query);
  if (!query.ok) return sendInvalid(services, request, reply, query.failure);
  const { game_id: gameId, agent_id: agentId } = query.value;
  const row = agentId === undefined ? 'GET /api/conversations' : 'GET /api/conversations?agent_id=';
  const granted = services.access.authorize(row, callerOf(request), { gameId, agentId });
  if (!granted.ok) return sendRefusal(reply, granted.failure);
  const list = await listOwn(services, request, query.value);
  return list.ok ? reply.send({ conversations: list.value }) : sendFailure(reply, list.failure);
}

async function sendConversation(services: Services, request: FastifyRequest, reply: FastifyReply) {
  reply.header('cache-control', 'no-store');
  const query = parseWith(readSchema, request.query);
  if (!query.ok) return sendInvalid(services, request, reply, query.failure);
  const { game_id: gameId, agent_id: agentId, since } = query.value;
  const row = agentId === undefined ? 'GET /api/conversations' : 'GET /api/conversations/{conversation_id}';
  const granted = services.access.authorize(row, callerOf(request), { gameId, agentId });
  if (!granted.ok) return sendRefusal(reply, granted.failure);
  const { data: id } = z.object({ conversation_id: conversationIdSchema }).safeParse(request.params);
  const owner =
    id === undefined
      ? fail(noConversation())
      : await ownerOf(services, request, query.value, id.conversation_id);
  if (!owner.ok) return sendFailure(reply, owner.failure);
  const view = await viewOf(services.link, owner.value, since);
  return view.ok ? reply.send(view.value) : sendFailure(reply, view.failure);
}

/** Answers a bad request of a caller with a valid token. Callers without one are not told what is wrong. */
function sendInvalid(
  { access }: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  reason: Failure,
): FastifyReply {
  const granted = access.authorizeAny(callerOf(request));
  return granted.ok ? sendFailure(reply, reason) : sendRefusal(reply, granted.failure);
}

/** The conversations of a game that the caller may read. */
async function listOwn(
  { link, access }: Services,
  request: FastifyRequest,
  { game_id: gameId, agent_id: agentId }: z.infer<typeof ownerSchema>,
): Promise<Result<readonly ConversationSummary[]>> {
  const answer = await askAsOperator(link, 'conversation_list', gameId);
  if (!answer.ok) return answer;
  const { conversations } = listing.answer.parse(answer.value);
  const caller = callerOf(request);
  return ok(
    conversations
      .filter(({ agent_id: owner }) => agentId === undefined || owner === agentId)
      .filter(({ agent_id: owner }) => access.isOwnerOf(caller, gameId, owner)),
  );
}

/** The one conversation of that id that the caller may read. E140 without one, E101 where an agent has to be named. */
async function ownerOf(
  services: Services,
  request: FastifyRequest,
  query: z.infer<typeof ownerSchema>,
  id: string,
): Promise<Result<ConversationSummary>> {
  const list = await listOwn(services, request, query);
  if (!list.ok) return list;
  const [found, ...others] = list.value.filter(({ conversation_id: known }) => known === id);
  if (found === undefined) return fail(noConversation());
  if (others.length === 0) return ok(found);
  return fail(failure('E101', 'Several agents have a conversation of that id', { path: 'agent_id' }));
}

async function viewOf(
  link: Link,
  { conversation_id: id, agent_id: agentId, game_id: gameId }: ConversationSummary,
  since: number | undefined,
): Promise<Result<ConversationView>> {
  const from = since ?? 0;
  const read = (first: number) =>
    askAsOperator(link, 'conversation_read', gameId, {
      data: { agent_id: agentId, conversation_id: id, from: first },
    });
  const early = await read(Math.max(0, from - LOOKBACK));
  if (!early.ok) return early;
  const part = reading.answer.parse(early.value);
  // Long messages before the mark may have taken all the room of the answer.
  const isShort = (part.messages.at(-1)?.index ?? from) < from && part.about.messages > from;
  if (!isShort) return ok(conversationView(part, since));
  const late = await read(from);
  return late.ok ? ok(conversationView(reading.answer.parse(late.value), since)) : late;
}

function conversationView(
  { about, messages }: ConversationPart,
  since: number | undefined,
): ConversationView {
  const from = since ?? 0;
  const { title, ...known } = about;
  const { objects, errors } = parseConversation(about.format, messages, from);
  const fresh = messages.filter(({ index }) => index >= from);
  return {
    ...known,
    conversation_name: title,
    conversation_objects: [...objects],
    parsing_errors: [...errors],
    new_messages: since === undefined ? undefined : fresh.map(({ message }) => message),
    next: Math.max(from, (fresh.at(-1)?.index ?? from - 1) + 1),
  };
}

function noConversation(): Failure {
  return failure('E140', 'There is no such conversation', { path: 'conversation_id' });
}
