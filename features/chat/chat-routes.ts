import { PassThrough } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { parseWith } from '#shared/core/parse.js';
import { fail, ok, type Result } from '#shared/core/result.js';
import {
  type ChatError,
  type ChatErrorCode,
  type ChatRequest,
  chatErrorCodes,
  chatErrorSchema,
  chatReplySchema,
  chatRequestSchema,
} from '#shared/protocol/chat.js';
import { AGENT_BOUNDS } from '../../gateway/agent/agent-bounds.js';
import type { AgentServices } from '../../gateway/agent/agent-services.js';
import type { AccessRefusal } from '../../gateway/auth/bearer.js';
import { callerOf, jsonBodyOf, keepJsonAsText } from '../../gateway/http/requests.js';
import type { RouteDocs } from '../../gateway/http/route-docs.js';
import type { Session } from '../../gateway/session/session.js';
import type { GameAccess } from '../access/game-access.js';
import type { ChatDesk } from './chat-desk.js';
import type { ChatFailure, ChatOutcome, ChatProgress } from './pending-chat.js';

/** What the chat route is made with. */
export interface ChatRouteOptions {
  readonly agents: Pick<AgentServices, 'sessions' | 'isDraining'>;
  readonly chat: ChatDesk;
  readonly access: GameAccess;
}

/** The failures by their HTTP status, each code with its meaning. */
const failures: Record<string, string> = {};
for (const [code, { status, meaning }] of Object.entries(chatErrorCodes))
  failures[status] =
    failures[status] === undefined ? `${code}: ${meaning}` : `${failures[status]}. ${code}: ${meaning}`;

const chatDocs: RouteDocs = {
  summary:
    'Says something to the model that holds a seat, and answers its reply, the tools it called, and what changed. With stream ' +
    'as server-sent events: progress {text}, tool_event, then final with the same answer, or error.',
  body: chatRequestSchema,
  ok: chatReplySchema,
  failures,
  failure: chatErrorSchema,
};

/** `POST /api/v1/chat`: a person speaks to the model that holds a seat. */
export function addChatRoutes(host: FastifyInstance, options: ChatRouteOptions): void {
  void host.register(async (app) => {
    keepJsonAsText(app);
    app.post('/api/v1/chat', { config: { docs: chatDocs } }, (request, reply) =>
      answer(options, request, reply),
    );
  });
}

async function answer(options: ChatRouteOptions, request: FastifyRequest, reply: FastifyReply) {
  reply.header('cache-control', 'no-store');
  const question = admit(options, request);
  if (!question.ok) return sendFailure(reply, question.failure);
  const { asked, session } = question.value;
  const { request_id: requestId, message, timeout_s: timeoutS } = asked;
  const ask = (onProgress?: (progress: ChatProgress) => void) =>
    options.chat.ask(session, { requestId, message, timeoutS }, onProgress);
  if (asked.stream) return stream(reply, ask);
  const outcome = await ask();
  return outcome.ok ? reply.send(outcome.value) : sendFailure(reply, outcome.failure);
}

/** The message and the session it is for, once the caller may send it. */
function admit(
  { agents, access }: ChatRouteOptions,
  request: FastifyRequest,
): Result<{ readonly asked: ChatRequest; readonly session: Session }, ChatFailure> {
  const caller = callerOf(request);
  const known = access.authorizeAny(caller);
  if (!known.ok) return refuse(codeOfStatus(known.failure.status), known.failure.error);
  const body = jsonBodyOf(request, 'E105');
  if (!body.ok) return refuse('INVALID_ARGS', body.failure.message);
  const asked = parseWith(chatRequestSchema, body.value);
  if (!asked.ok) {
    const { message, path } = asked.failure;
    return fail({ code: 'INVALID_ARGS', message, path });
  }
  const { session_id: id, agent_id: agentId } = asked.value;
  if ((id ?? agentId) === undefined)
    return refuse('INVALID_ARGS', 'Say whose model: session_id, or agent_id and game_id');
  const session = findSession(agents, asked.value);
  const { gameId, agentId: owner } = session ?? { gameId: asked.value.game_id ?? 'default', agentId };
  if (owner !== undefined && !access.isOwnerOf(caller, gameId, owner))
    return refuse('FORBIDDEN', `This token is neither for ${owner} nor to manage the game ${gameId}`);
  if (agents.isDraining())
    return refuse('INTERNAL_ERROR', 'The gateway is restarting: send the message again');
  if (session !== undefined) return ok({ asked: asked.value, session });
  return id === undefined
    ? refuse('AGENT_UNAVAILABLE', `${owner} has no session in the game ${gameId}`)
    : refuse('SESSION_MISMATCH', 'There is no such session for this agent and game');
}

/** The session that is named, or the newest of that agent in that game; undefined when the names do not agree. */
function findSession({ sessions }: ChatRouteOptions['agents'], asked: ChatRequest): Session | undefined {
  const { session_id: id, agent_id: agentId, game_id: gameId } = asked;
  if (id === undefined)
    return sessions
      .findByAgent(agentId ?? '')
      .findLast((session) => session.gameId === (gameId ?? 'default'));
  const named = [...sessions.all()].find((session) => session.id === id);
  const fits =
    (agentId === undefined || named?.agentId === agentId) &&
    (gameId === undefined || named?.gameId === gameId);
  return fits ? named : undefined;
}

/** The reply as server-sent events, the last of which is `final` or `error`. */
function stream(
  reply: FastifyReply,
  ask: (onProgress: (progress: ChatProgress) => void) => Promise<ChatOutcome>,
): FastifyReply {
  const events = new PassThrough();
  const send = (event: string, data: object) => {
    // Who does not read gets the last event only, which says all of it again.
    const isLast = event === 'final' || event === 'error';
    const isUnread = !isLast && events.writableLength > AGENT_BOUNDS.maxUnreadBytesForRequests;
    if (!events.destroyed && !isUnread) events.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
  };
  const outcome = ask((progress) =>
    progress.kind === 'text' ? send('progress', { text: progress.text }) : send('tool_event', progress.event),
  );
  void outcome.then((ended) => {
    if (ended.ok) send('final', ended.value);
    else send('error', errorBody(ended.failure));
    events.end();
  });
  reply.type('text/event-stream').send(events);
  // The first event may come much later, and the client waits for the headers.
  events.write(': waiting for the model\n\n');
  return reply;
}

function sendFailure(reply: FastifyReply, failure: ChatFailure): FastifyReply {
  return reply.code(chatErrorCodes[failure.code].status).send(errorBody(failure));
}

/** Seconds after which revocations may be known. */
const RETRY_S = 1;

function errorBody({ code, message, path }: ChatFailure): ChatError {
  const wait = code === 'UNAVAILABLE' ? { retry_after: RETRY_S } : {};
  return { ok: false, error_code: code, message, path, ...wait };
}

function codeOfStatus(status: AccessRefusal['status']): ChatErrorCode {
  if (status === 503) return 'UNAVAILABLE';
  if (status === 429) return 'TOO_MANY_REQUESTS';
  return status === 401 ? 'UNAUTHORIZED' : 'FORBIDDEN';
}

function refuse(code: ChatErrorCode, message: string): Result<never, ChatFailure> {
  return fail({ code, message });
}
