import type { FastifyReply, FastifyRequest } from 'fastify';
import { failure } from '#shared/core/failure.js';
import { isJsonObject, type JsonObject } from '#shared/core/json.js';
import { fail, ok, type Result } from '#shared/core/result.js';
import { agentIdSchema, gameIdSchema } from '#shared/protocol/envelope.js';
import type { AgentServices } from '../../gateway/agent/agent-services.js';
import { findOrCreateSession, type SocketlessAgent } from '../../gateway/agent/find-session.js';
import { requestWithoutSocket } from '../../gateway/agent/requests-without-socket.js';
import { requestRefusal, tellHolders } from '../../gateway/agent/seat-hold.js';
import {
  authenticate,
  type BearerProblem,
  bearerHash,
  type Caller,
  revocationUnknown,
  TOKEN_MISSING,
} from '../../gateway/auth/bearer.js';
import { callerOf } from '../../gateway/http/requests.js';
import { rateLimitHeaders } from '../../gateway/http/token-rates.js';
import { tooManyWrongTokens } from '../../gateway/limits/rate-limit-errors.js';
import type { Session } from '../../gateway/session/session.js';

/** Sends `message` through the agent's session and limits as its socket would; `fields` are the HTTP query or body. The answer says what is left of the limits. */
export async function requestThroughSession(
  services: AgentServices,
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  fields: JsonObject,
  message: JsonObject,
): Promise<Result<JsonObject>> {
  const { agent_id: agentId = request.headers['x-agent-id'], player_id: player } = fields;
  const agent = authorizeAgent(services, {
    ...callerOf(request),
    gameId: isJsonObject(request.params) ? request.params.game_id : undefined,
    agentId,
    playerId: player === undefined ? undefined : Number(player),
  });
  if (!agent.ok) return agent;
  const session = () => enterSession(services, agent.value);
  const { traceparent } = request.headers;
  const answer = await requestWithoutSocket(services, agent.value, session, { traceparent, ...message });
  const { limits, clock } = services;
  reply.headers(rateLimitHeaders(limits.policiesOf(agent.value, clock.monotonic())));
  return answer;
}

/** The sender of a request without a socket; its fields are not checked yet. */
interface LegacyCaller extends Caller {
  readonly gameId: unknown;
  readonly agentId: unknown;
  /** The id of the seat's player, for clients that name no agent. */
  readonly playerId: number | undefined;
}

type Services = Pick<AgentServices, 'tokens' | 'loginLimits' | 'sessions' | 'clock'>;

/**
 * The agent of a request without a socket: the one it names, else the only one of its token that has a session in that
 * game, or the one of them with that player_id. Errors: E102 no token or a wrong one, E101 the agent is ambiguous, E105 not
 * an agent id, E126 another session holds the seat, E140 not a game id, E110 too many wrong tokens.
 */
function authorizeAgent(services: Services, caller: LegacyCaller): Result<SocketlessAgent> {
  const game = gameIdSchema.safeParse(caller.gameId);
  if (!game.success) return fail(failure('E140', 'No game has such an id', { path: 'game_id' }));
  const gameId = game.data;
  if (bearerHash(caller.authorization) === undefined) return fail(failure('E102', TOKEN_MISSING));
  const named = caller.agentId === undefined ? undefined : agentIdSchema.safeParse(caller.agentId);
  if (named?.success === false)
    return fail(failure('E105', 'agent_id: not the id of an agent', { path: 'agent_id' }));
  const { tokens, loginLimits: limits, clock } = services;
  const tokenHash = authenticate(caller, {
    limits,
    clock,
    name: named?.data ?? 'unnamed',
    isPending: (hash) => tokens.isPending(hash),
    refusalOf: (hash) => tokens.refusalOf(hash),
    isKnown: (hash) =>
      named === undefined
        ? tokens.inForce.isKnown(hash)
        : tokens.inForce.acceptsAgent(hash, named.data, gameId),
  });
  if (!tokenHash.ok) return refuseToken(tokenHash.failure);
  const agentId = named?.data ?? onlyAgent(services, gameId, tokenHash.value, caller.playerId);
  if (agentId !== undefined)
    return admitted(services, caller, { agentId, gameId, tokenHash: tokenHash.value });
  const message =
    'Say which agent: a header x-agent-id, or agent_id; player_id does for one that has logged in';
  return fail(failure('E101', message, { path: 'agent_id' }));
}

/** The agent, if it may use its seat without a socket; the seat's holder is told. */
function admitted(
  services: Services,
  { sessionId }: LegacyCaller,
  agent: SocketlessAgent,
): Result<SocketlessAgent> {
  const refused = requestRefusal(services, agent, sessionId);
  if (refused !== undefined) return fail(refused);
  if (sessionId === undefined) tellHolders(services, agent, 'request');
  return ok(agent);
}

/** The session of the agent. It counts as a sign of life of the agent. */
async function enterSession(services: AgentServices, agent: SocketlessAgent): Promise<Result<Session>> {
  const entered = await findOrCreateSession(services, agent);
  if (entered.ok) services.sessions.touch(entered.value);
  return entered;
}

function refuseToken(problem: BearerProblem): Result<never> {
  if (problem.kind === 'missing') return fail(failure('E102', TOKEN_MISSING));
  if (problem.kind === 'pending') return fail(revocationUnknown());
  if (problem.retryAfterS === 0) return fail(failure('E102', problem.reason ?? 'Invalid API token'));
  return fail(tooManyWrongTokens(problem.retryAfterS));
}

/** The agent of that token with a session in the game; undefined when there is none or more than one. */
function onlyAgent(
  { sessions, tokens }: Services,
  gameId: string,
  tokenHash: Buffer,
  playerId: number | undefined,
): string | undefined {
  const agents = new Set(
    [...sessions.all()]
      .filter(
        (session) =>
          session.gameId === gameId && tokens.inForce.acceptsAgent(tokenHash, session.agentId, gameId),
      )
      .filter(({ seat }) => playerId === undefined || seat.seated?.player_id === playerId)
      .map(({ agentId }) => agentId),
  );
  const [agentId] = agents;
  return agents.size === 1 ? agentId : undefined;
}
