import type { TurnMark } from '#shared/protocol/agent-answers.js';
import type { TurnEnding } from './turn-outcome.js';

/** By whom a turn was asked to end, and what the turn counts as. */
export interface EndingKind {
  readonly how: TurnEnding;
  readonly mark: TurnMark;
}

interface Ending extends EndingKind {
  /** Whether the agent itself has asked for it, be it after another. */
  readonly isByAgent: boolean;
  /** True until the game server has answered the request that ends the turn, or is lost. */
  isUnderWay: boolean;
  /** When the turn is ended for an agent whose request had no effect; on the monotonic clock, in milliseconds. */
  repeatAt: number | undefined;
}

/** How the seats' turns end, as far as somebody asked for it. Only the server's world tells whether they have ended. */
export class TurnEndings<S> {
  readonly #bySeat = new Map<S, Ending>();

  /** The seats whose turn somebody asked to end. */
  get seats(): readonly S[] {
    return [...this.#bySeat.keys()];
  }

  get isAnyUnderWay(): boolean {
    return [...this.#bySeat.values()].some(({ isUnderWay }) => isUnderWay);
  }

  kind(seat: S): EndingKind | undefined {
    return this.#bySeat.get(seat);
  }

  isUnderWay(seat: S): boolean {
    return this.#bySeat.get(seat)?.isUnderWay === true;
  }

  /**
   * Has the turn ended by `request`, which settles once the server has dealt with it. The first kind stays; `isByAgent`
   * says whether the agent itself asks.
   */
  end(seat: S, kind: EndingKind, request: () => Promise<unknown>, isByAgent = false): void {
    const known = this.#bySeat.get(seat);
    const ending: Ending = {
      how: known?.how ?? kind.how,
      mark: known?.mark ?? kind.mark,
      isByAgent: isByAgent || known?.isByAgent === true,
      isUnderWay: true,
      repeatAt: known?.repeatAt,
    };
    // Before the request, which tells of itself on its way.
    this.#bySeat.set(seat, ending);
    const settle = (): void => {
      ending.isUnderWay = false;
    };
    request().then(settle, settle);
  }

  /** When an agent's own request that had no effect is repeated: at `at`, unless a moment was set before. */
  repeatAt(seat: S, at: number): number {
    const ending = this.#bySeat.get(seat);
    if (ending?.isByAgent !== true || ending.isUnderWay) return Number.POSITIVE_INFINITY;
    ending.repeatAt ??= at;
    return ending.repeatAt;
  }

  forget(seat: S): void {
    this.#bySeat.delete(seat);
  }

  clear(): void {
    this.#bySeat.clear();
  }
}
