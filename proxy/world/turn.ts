/** Where the game stands between two turn changes. */
export type TurnPhase =
  /** No begin_turn has been seen: the lobby, or a game that is only just being sent. */
  | 'before_game'
  /** Taking a seat in a game that runs: the server then sends no begin_turn for the turn under way. */
  | 'attaching'
  /** The player may act. */
  | 'movement'
  /** The server is changing turns. */
  | 'turn_change'
  | 'game_over';

export interface Turn {
  readonly phase: TurnPhase;
  /** State version at which the running turn began, by turn; the newest is last. */
  readonly beganAt: ReadonlyMap<number, number>;
}

/** The time of turns, which is kept outside of the game server. */
export interface TurnTime {
  /** Seconds a turn may take; 0 waits for everyone. */
  readonly limit: number;
  /** When the running turn ends by itself, in epoch milliseconds; undefined when it waits for its players. */
  readonly endsAt: number | undefined;
}

export const untimed: TurnTime = { limit: 0, endsAt: undefined };

/** How many turns' first versions are kept for since_turn. */
const KEPT_TURNS = 200;

export function initialTurn(phase: 'before_game' | 'attaching'): Turn {
  return { phase, beganAt: new Map() };
}

export function beginTurn(turn: Turn, number: number, version: number): Turn {
  const beganAt = [...turn.beganAt, [number, version] as const].slice(-KEPT_TURNS);
  return { phase: 'movement', beganAt: new Map(beganAt) };
}
