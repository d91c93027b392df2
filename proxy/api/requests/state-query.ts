import { failure } from '#shared/core/failure.js';
import { fail, ok, type Result } from '#shared/core/result.js';
import type { StateQueryData } from '#shared/protocol/agent-requests.js';
import type { GameRequestData } from '#shared/protocol/game-operations.js';
import { ConnectionLost } from '../../freeciv/errors.js';
import { lookUpRules } from '../../views/rules-lookup/rules-lookup.js';
import { type SectionedAnswer, stateAnswer } from '../answers/state-answer.js';
import type { Answer, SeatRequest } from './asked-request.js';

/** What the ruleset of the game says of something. */
export function lookUp({ seat }: SeatRequest, question: GameRequestData<'rules_query'>): Answer {
  const entries = lookUpRules(seat.world, question);
  return entries.ok ? ok({ entries: entries.value }) : entries;
}

/** Answers the state of a seat, and notes it as what its agent was sent. E123 when the game server is lost meanwhile. */
export async function stateQuery(asked: SeatRequest, query: StateQueryData): Promise<Answer> {
  const { services, seat } = asked;
  try {
    const answer = await services.metrics.timed('state', () => states(asked, query));
    if (!answer.ok) return answer;
    const { optimized, state } = answer.value;
    if (optimized !== undefined) services.tracker.recordState(seat, optimized);
    services.tracker.recordState(seat, state);
    return ok(optimized === undefined ? state : { ...state, optimized: optimized.data });
  } catch (cause) {
    if (cause instanceof ConnectionLost)
      return fail(failure('E123', 'The game server was lost while it was asked'));
    throw cause;
  }
}

/** The state that was asked for and, when the gateway wants both, the optimized one of the same moment. */
async function states(
  { services, game, seat, request }: SeatRequest,
  query: StateQueryData,
): Promise<Result<{ readonly state: SectionedAnswer; readonly optimized?: SectionedAnswer }>> {
  const awaited = game.pendingPlayers;
  const state = await stateAnswer(seat, query, services.metrics, awaited);
  if (!state.ok || request.with_optimized !== true) return state.ok ? ok({ state: state.value }) : state;
  const short: StateQueryData = { ...query, format: 'llm_optimized', include_legal_actions: false };
  const optimized = await stateAnswer(seat, short, services.metrics, awaited);
  return optimized.ok ? ok({ state: state.value, optimized: optimized.value }) : optimized;
}
