import type { AgentConnection } from '../../agent/agent-connection.js';

/** Plays a seat of a game, turn by turn. */
export interface Player {
  /** Plays one turn, up to its end, which is the caller's to send. */
  turn(): Promise<void>;
  /** What it sent and the game did not take, in words. */
  readonly refused: readonly string[];
}

/** Facts that a player may be kept from knowing. */
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

/** A fact that a player may be kept from knowing. */
export type Fact = (typeof FACTS)[number];

/** Makes a player for a seat that an agent has. */
export type PlayerMaker = (agent: AgentConnection, without: ReadonlySet<Fact>, seed: number) => Player;
