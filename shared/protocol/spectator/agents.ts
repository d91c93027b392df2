import type { Presence, TurnMark, TurnMarkCounts } from '../agent-answers.js';
import type { BlockKind } from '../transcript.js';

/** Tokens that the model has used so far, input and output. */
export interface SpectatorTokens {
  readonly input: number;
  readonly output: number;
}

/** The turn clock of an agent. */
export interface SpectatorClock {
  /** `ended`: the agent has ended its turn; `waiting`: nobody may act now; `out`: the player is dead or the game over. */
  readonly state: 'thinking' | 'ended' | 'waiting' | 'out';
  /** When this state began, in milliseconds since 1970. */
  readonly since: number;
  /** When its time is up, in milliseconds since 1970; null when there is no limit or none that runs. */
  readonly ends_at: number | null;
}

/**
 * Outcome of an action. `invalid`: refused before it was sent to the game server; `unknown`: the game server was lost
 * before it answered. The others are verdicts of the game server.
 */
export type ActionOutcome = 'applied' | 'no_effect' | 'rejected' | 'invalid' | 'unknown';

/** An agent that plays. Its agent id is not shown: somebody who knows it could try to connect in its place. */
export interface SpectatorAgent {
  readonly player: number;
  /** Name of the model, as the agent reports it; null when it does not. */
  readonly model: string | null;
  readonly presence: Presence;
  readonly clock: SpectatorClock;
  /** Null when the agent does not report tokens. */
  readonly tokens: SpectatorTokens | null;
  /** Number of actions by outcome. */
  readonly verdicts: Readonly<Record<ActionOutcome, number>>;
  /** Number of turns by mark; missing in recordings of earlier versions. */
  readonly turns?: TurnMarkCounts;
  /** The last turn that has ended; missing before the first. */
  readonly last_turn?: { readonly turn: number; readonly mark: TurnMark };
}

/** An action of an agent and its verdict. Ids count up within a stream. */
export interface SpectatorAction {
  readonly id: number;
  readonly turn: number;
  readonly player: number;
  readonly type: string;
  /** Actor and target in words. */
  readonly text: string;
  readonly outcome: ActionOutcome;
  /** Messages of the game server, or why the action was refused. */
  readonly sentence?: string;
  readonly code?: string;
  /** Milliseconds until the verdict. */
  readonly ms: number;
  /** Index of the target's tile, or else of the actor's. */
  readonly tile?: number;
}

/** A part of an agent's transcript, as text. */
export interface SpectatorBlock {
  readonly id: number;
  readonly turn: number;
  readonly player: number;
  readonly kind: BlockKind;
  /** Name of the tool. */
  readonly name?: string;
  readonly text: string;
  /** Number of characters that were cut off. */
  readonly cut?: number;
}

/** How many of the latest entries of each player are kept. */
const KEPT_ACTIONS = 20;
const KEPT_BLOCKS = 24;
const KEPT_CHARS = 6_000;

/** The latest actions of each player, as spectators keep them. */
export function keptActions(actions: readonly SpectatorAction[]): SpectatorAction[] {
  return newest(actions, KEPT_ACTIONS, () => 0);
}

/** The latest transcript blocks of each player, as spectators keep them. */
export function keptBlocks(blocks: readonly SpectatorBlock[]): SpectatorBlock[] {
  return newest(blocks, KEPT_BLOCKS, ({ text }) => text.length);
}

/** The latest entries of each player within both limits. Idempotent: applying it step by step gives the same result. */
function newest<T extends { readonly player: number }>(
  all: readonly T[],
  most: number,
  length: (one: T) => number,
): T[] {
  const kept = new Map<number, { count: number; chars: number }>();
  return all
    .toReversed()
    .filter((one) => {
      const { count = 0, chars = 0 } = kept.get(one.player) ?? {};
      const now = { count: count + 1, chars: chars + length(one) };
      kept.set(one.player, now);
      return now.count <= most && now.chars <= KEPT_CHARS;
    })
    .toReversed();
}
