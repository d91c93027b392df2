import type { AgentSeat } from '../../agent/client.js';

/** What a bot plays with: a seat of the client, or one connection. */
export type BotSeat = Pick<AgentSeat, 'act' | 'request' | 'state'>;

/** Plays a seat of a game, turn by turn. The same bot decides alike in the same game. */
export interface Bot {
  /** Plays one turn, up to its end, which is the caller's to send. */
  turn(): Promise<void>;
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
  'counsel',
  'threats',
  'plans',
] as const;

/** A fact that a bot may be kept from knowing. */
export type Fact = (typeof FACTS)[number];
