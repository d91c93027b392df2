import { failure } from '#shared/core/failure.js';
import { fail, ok, type Result } from '#shared/core/result.js';
import type { StateQueryData } from '#shared/protocol/agent-requests.js';
import { ConnectionLost } from '../../freeciv/errors.js';
import { type SectionedAnswer, stateAnswer } from '../answers/state-answer.js';
import type { Answer, AskedSeatRequest } from './asked-request.js';

/** Answers the state of a seat, and notes it as sent to the agent. E123 when the game server is lost before the answer. */
export async function stateQuery(asked: AskedSeatRequest, query: StateQueryData): Promise<Answer> {
  const { services, agent, request } = asked;
  const state = await sentState(asked, query);
  // Gateways of the version before ask for two states in one request; the version after this one drops it.
  if (!state.ok || !request.with_optimized) return state;
  const short: StateQueryData = { ...query, format: 'llm_optimized', include_legal_actions: false };
  const optimized = await stateAnswer(agent, short, services);
  return optimized.ok ? ok({ ...state.value, optimized: optimized.value.data }) : optimized;
}

/** The state that a query asks for, counted and recorded as sent to the agent. E123 when the game server is lost meanwhile. */
export async function sentState(
  { services, agent }: AskedSeatRequest,
  query: StateQueryData,
): Promise<Result<SectionedAnswer>> {
  const { metrics, tracker } = services;
  using _timer = metrics.time('state');
  try {
    const state = await stateAnswer(agent, query, services);
    if (!state.ok) return state;
    // Without sections it only asks which turn it is.
    if (query.sections?.length !== 0) agent.process.countState(agent.seat.world);
    tracker.recordState(agent.seat, state.value);
    return state;
  } catch (cause) {
    if (cause instanceof ConnectionLost)
      return fail(failure('E123', 'The game server was lost while it was asked'));
    throw cause;
  }
}
