/** Where the game stands between two turn changes. */
export type TurnPhase =
  /** No begin_turn has been seen: the lobby, or a game that is only just being sent. */
  | 'before_game'
  /** Taking a seat in a game that runs: the server then sends no begin_turn for the turn under way. */
  | 'attaching'
  | 'movement'
  | 'turn_change'
  | 'game_over';

/** The phase of the game, and the state version and message at the beginning of each recent turn. */
export interface Turn {
  readonly phase: TurnPhase;
  /** State version at the beginning of the running turn, by turn; the newest is last. */
  readonly beganAt: ReadonlyMap<number, number>;
  /** The number of server messages before each turn began: versions do not order packets within a chunk. */
  readonly messagesBefore: ReadonlyMap<number, number>;
}

/** The moment at the beginning of a turn. */
export interface TurnBegin {
  readonly turn: number;
  readonly version: number;
  readonly messages: number;
}

/** The time limit of turns, which the proxy keeps and not the game server. */
export interface TurnTimer {
  /** Seconds a turn may take; 0 waits for everyone. */
  readonly limitSeconds: number;
  /** When the running turn ends by itself, in epoch milliseconds; undefined when it waits for its players. */
  readonly endsAtMs: number | undefined;
  /** Milliseconds until then, whatever was done to the wall clock since. */
  remainingMs(): number | undefined;
}

/** The timer of turns that wait for all players. */
export const UNTIMED: TurnTimer = { limitSeconds: 0, endsAtMs: undefined, remainingMs: () => undefined };

/** How many turns' first versions are kept for since_turn. */
const MAX_KEPT_TURNS = 200;

/** The turn of a world without packets about turns. */
export function initialTurn(phase: 'before_game' | 'attaching'): Turn {
  return { phase, beganAt: new Map(), messagesBefore: new Map() };
}

/** The turn after one has begun: phase `movement`, with its version and message count noted. */
export function beginTurn({ beganAt, messagesBefore }: Turn, begin: TurnBegin): Turn {
  return {
    phase: 'movement',
    beganAt: withNewest(beganAt, begin.turn, begin.version),
    messagesBefore: withNewest(messagesBefore, begin.turn, begin.messages),
  };
}

function withNewest(
  turns: ReadonlyMap<number, number>,
  turn: number,
  value: number,
): ReadonlyMap<number, number> {
  return new Map([...turns, [turn, value] as const].slice(-MAX_KEPT_TURNS));
}
