import type { PlayerMark, TurnMark } from '#shared/protocol/agent-answers.js';
/** How a seat's turn came to its end: by the agent, because time was up, or because the agent was not there. */
export type TurnEndReason = 'ended' | 'timed_out' | 'disconnected';

/** How the turn of one agent's seat ended. */
export interface SeatTurnOutcome {
  readonly agentId: string;
  readonly playerId: number;
  readonly how: TurnEndReason;
  readonly mark: TurnMark;
}

/** How one turn ended for each seat. */
export interface TurnResult {
  /** Counts up by one for each result of this process, also when a turn is played again. */
  readonly serial: number;
  readonly turn: number;
  readonly outcomes: readonly SeatTurnOutcome[];
}

/** Readers poll several times a second. */
const MAX_RESULTS = 100;

interface MarkStore {
  recordMarks(turn: number, marks: readonly PlayerMark[]): void;
}

/** How the newest turns of a game ended, for the updates of agents and spectators. */
export class TurnResults {
  readonly #markStore: MarkStore;
  #results: readonly TurnResult[] = [];
  #serial = 0;

  constructor(markStore: MarkStore) {
    this.#markStore = markStore;
  }

  /** Adds the result of a turn; repeated calls, one for each seat, add it once. */
  add(turn: number, outcomes: readonly SeatTurnOutcome[]): void {
    if (this.#results.at(-1)?.outcomes === outcomes) return;
    this.#serial += 1;
    this.#results = [...this.#results, { serial: this.#serial, turn, outcomes }].slice(-MAX_RESULTS);
    this.#markStore.recordMarks(
      turn,
      outcomes.map(({ playerId, mark }) => ({ player: playerId, mark })),
    );
  }

  /** How that turn ended for each seat when it was last played; empty for a turn that is no longer held. */
  outcomesOf(turn: number): readonly SeatTurnOutcome[] {
    return this.#results.findLast((result) => result.turn === turn)?.outcomes ?? [];
  }

  /** The results after that serial; 0 for all that are held. */
  after(serial: number): readonly TurnResult[] {
    return this.#results.filter((result) => result.serial > serial);
  }
}
