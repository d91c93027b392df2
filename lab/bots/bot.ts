import type { AgentSeat } from '../../agent/client.js';

/** What a bot plays with: a seat of the client, or one connection. */
export type BotSeat = Pick<AgentSeat, 'act' | 'playTurn' | 'request' | 'state'>;

/** Plays a seat of a game, turn by turn. The same bot decides alike in the same game. */
export interface Bot {
  /** Plays one turn, up to its end. */
  turn(): Promise<void>;
  /** Ends the turn and waits for the next, with what it looks at first there; false when the game is over. */
  endTurn(signal?: AbortSignal): Promise<boolean>;
  /** What it sent and the game did not take, in words. */
  readonly refused: readonly string[];
}

/** Facts that a bot may be kept from knowing. */
export const FACTS = [
  'sites',
  'production',
  'purchases',
  'tiles',
  'research',
  'government',
  'rates',
  'units',
  'treaties',
  'threats',
  'plans',
] as const;

/** A fact that a bot may be kept from knowing. */
export type Fact = (typeof FACTS)[number];
