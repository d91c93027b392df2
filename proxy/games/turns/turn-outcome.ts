import type { TurnMark } from '#shared/protocol/agent-answers.js';
import type { TurnPolicy } from '#shared/protocol/game-config.js';
/** How a seat's turn came to its end: by the agent, because time was up, or because the agent was not there. */
export type TurnEndReason = 'ended' | 'timed_out' | 'disconnected';

/** How the turn of one agent's seat ended. */
export interface SeatOutcome {
  readonly agentId: string;
  readonly playerId: number;
  readonly how: TurnEndReason;
  readonly mark: TurnMark;
}

/** What is done for the seats that hold up a turn: one that wants the game to wait outweighs all others. */
export type LateSeatsDecision<S> =
  | { readonly kind: 'pause' }
  | { readonly kind: 'end'; readonly byAi: readonly S[]; readonly asItIs: readonly S[] };

/** What becomes of the turn of late seats, by the turn policy of each. */
export function decideLateSeats<S>(
  waiting: readonly S[],
  policyOf: (seat: S) => TurnPolicy,
): LateSeatsDecision<S> {
  if (waiting.some((seat) => policyOf(seat) === 'pause')) return { kind: 'pause' };
  return {
    kind: 'end',
    byAi: waiting.filter((seat) => policyOf(seat) === 'ai'),
    asItIs: waiting.filter((seat) => policyOf(seat) === 'end_turn'),
  };
}
