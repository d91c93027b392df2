import type { TurnMark } from '#shared/protocol/agent-answers.js';
import type { TurnPolicy } from '#shared/protocol/game-config.js';
import type { TurnEndReason } from './turn-results.js';

/** The requester of the end of a turn, and what the turn counts as. */
export interface EndCause {
  readonly how: TurnEndReason;
  readonly mark: TurnMark;
}

interface EndRequest extends EndCause {
  /** Whether the agent itself has asked for it, be it after another. */
  readonly isByAgent: boolean;
  /** True until the game server has answered the request that ends the turn, or is lost. */
  isInFlight: boolean;
  /** When the turn is ended for an agent whose request had no effect; on the monotonic clock, in milliseconds. */
  retryAt: number | undefined;
}

/** The requests to end the seats' turns. Whether a turn has ended is read from the world only. */
export class EndRequests<S> {
  readonly #bySeat = new Map<S, EndRequest>();

  /** The seats whose turn somebody asked to end. */
  get seats(): readonly S[] {
    return [...this.#bySeat.keys()];
  }

  get isAnyInFlight(): boolean {
    return [...this.#bySeat.values()].some(({ isInFlight }) => isInFlight);
  }

  causeOf(seat: S): EndCause | undefined {
    return this.#bySeat.get(seat);
  }

  isInFlight(seat: S): boolean {
    return this.#bySeat.get(seat)?.isInFlight === true;
  }

  /** Ends the turn by `request`, which settles once the server dealt with it. The first kind stays. */
  track(seat: S, kind: EndCause, request: () => Promise<unknown>, isByAgent = false): void {
    const known = this.#bySeat.get(seat);
    const ending: EndRequest = {
      how: known?.how ?? kind.how,
      mark: known?.mark ?? kind.mark,
      isByAgent: isByAgent || known?.isByAgent === true,
      isInFlight: true,
      retryAt: known?.retryAt,
    };
    // Set before the request is made, because sending it calls `update`.
    this.#bySeat.set(seat, ending);
    const settle = (): void => {
      ending.isInFlight = false;
    };
    request().then(settle, settle);
  }

  /** When an agent's own request that had no effect is repeated: at `at`, unless a moment was set before. */
  retryAt(seat: S, at: number): number {
    const ending = this.#bySeat.get(seat);
    if (ending?.isByAgent !== true || ending.isInFlight) return Number.POSITIVE_INFINITY;
    ending.retryAt ??= at;
    return ending.retryAt;
  }

  delete(seat: S): void {
    this.#bySeat.delete(seat);
  }

  clear(): void {
    this.#bySeat.clear();
  }
}

/** What happens to late seats: if the policy of one is `pause`, the game is paused. */
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
