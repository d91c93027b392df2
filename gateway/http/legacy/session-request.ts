import type { FastifyRequest } from 'fastify';
import { failure } from '#shared/core/failure.js';
import { isJsonObject, type JsonObject } from '#shared/core/json.js';
import { fail, ok, type Result } from '#shared/core/result.js';
import { AGENT_BOUNDS } from '../../agent/agent-bounds.js';
import { type GameRequest, readRequest } from '../../agent/agent-request.js';
import type { AgentServices } from '../../agent/agent-services.js';
import { readAgentFrame } from '../../agent/frame.js';
import { answerFailure } from '../../link/link-messages.js';
import { authorizeAgent, enterSession, type LegacyAgent } from './legacy-agent.js';

/**
 * Sends a request through the agent's session, within the agent's limits, as if it came on the agent's socket. `fields` are
 * the query or body of the HTTP request, `message` is the message to send. Returns the answer's whole message.
 */
export async function requestThroughSession(
  services: AgentServices,
  request: FastifyRequest,
  fields: JsonObject,
  message: JsonObject,
): Promise<Result<JsonObject>> {
  const { agent_id: agentId = request.headers['x-agent-id'], player_id: player } = fields;
  const agent = authorizeAgent(services, {
    authorization: request.headers.authorization,
    address: request.ip,
    gameId: isJsonObject(request.params) ? request.params.game_id : undefined,
    agentId,
    playerId: player === undefined ? undefined : Number(player),
  });
  if (!agent.ok) return agent;
  const read = admitMessage(services, agent.value, message);
  if (!read.ok) return read;
  if (services.isDraining())
    return fail(failure('E123', 'The gateway is restarting', { details: { retry_after: 2 } }));
  const session = await enterSession(services, agent.value);
  if (!session.ok) return session;
  const text = await services.inFlight.run(() => services.relay.answer(session.value, read.value));
  if (text === undefined)
    return fail(failure('E135', 'The same request is already under way', { path: 'correlation_id' }));
  return resultOf(JSON.parse(text));
}

/** Counts and checks the message like one on a socket. */
function admitMessage(
  services: AgentServices,
  { agentId }: LegacyAgent,
  message: JsonObject,
): Result<GameRequest> {
  const { limits, clock, settings, metrics } = services;
  const bytes = Buffer.from(JSON.stringify(message));
  const load = { bytes: bytes.length, free: false, actions: message.type === 'action' ? 1 : 0 };
  const hit = limits.admit(agentId, load, clock.monotonic());
  if (hit !== undefined) {
    metrics.limitsHit.inc({ limit: hit.limit });
    const details = { limit: hit.limit, retry_after: hit.retryAfter };
    return fail(failure('E110', `Too many messages (E101): over the limit of ${hit.limit}`, { details }));
  }
  const frame = readAgentFrame(bytes, { bytes: settings.maxMessageBytes, ...AGENT_BOUNDS.messageShape });
  if (!frame.ok) return fail(frame.failure.reason);
  const read = readRequest(frame.value);
  if (!read.ok) return read;
  const request = read.value;
  if (request.kind === 'game' && (request.type === 'state_query' || request.type === 'action'))
    return ok(request);
  return fail(failure('E103', 'Only a state or an action can be asked for here'));
}

function resultOf(answer: unknown): Result<JsonObject> {
  if (!isJsonObject(answer)) return fail(failure('E500', 'The answer of the game could not be read'));
  if (answer.type !== 'error' || !isJsonObject(answer.data)) return ok(answer);
  return fail(answerFailure({ data: answer.data }));
}
