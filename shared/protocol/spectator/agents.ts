import type { Presence, TurnMark, TurnMarkCounts } from '../agent-answers.js';
import type { BlockKind } from '../agent-requests.js';

/** Tokens of the model so far. */
export interface SpectatorTokens {
  readonly input: number;
  readonly output: number;
}

export interface SpectatorClock {
  /** `ended`: its turn, before the others' perhaps; `waiting`: nobody may act at the moment; `out`: for good. */
  readonly state: 'thinking' | 'ended' | 'waiting' | 'out';
  /** When that began, in milliseconds since 1970. */
  readonly since: number;
  /** When its time is up; null when there is no limit, or none that runs. */
  readonly ends_at: number | null;
}

/**
 * `invalid`: refused before it came to the game server; `unknown`: the game server was lost before it answered. The
 * rest is the game's own verdict.
 */
export type ActionOutcome = 'applied' | 'no_effect' | 'rejected' | 'invalid' | 'unknown';

/** An agent that plays. Its id is its own business: who knows it could try to come in its place. */
export interface SpectatorAgent {
  readonly player: number;
  /** As it says; null when it does not. */
  readonly model: string | null;
  readonly presence: Presence;
  readonly clock: SpectatorClock;
  /** Null for one that does not say. */
  readonly tokens: SpectatorTokens | null;
  /** How many of its actions ended how. */
  readonly verdicts: Readonly<Record<ActionOutcome, number>>;
  /** How its turns ended; not in recordings of earlier versions. */
  readonly turns?: TurnMarkCounts;
  /** The last turn that ended; not before there is one. */
  readonly last_turn?: { readonly turn: number; readonly mark: TurnMark };
}

/** Something an agent did, and its verdict. Ids of a player count up within a stream. */
export interface SpectatorAction {
  readonly id: number;
  readonly turn: number;
  readonly player: number;
  readonly type: string;
  /** Who acts and on what, in words. */
  readonly text: string;
  readonly outcome: ActionOutcome;
  /** What the game said, or why it was refused. */
  readonly sentence?: string;
  readonly code?: string;
  /** Until the verdict. */
  readonly ms: number;
  /** Where. */
  readonly tile?: number;
}

/** A part of an agent's transcript, in text. */
export interface SpectatorBlock {
  readonly id: number;
  readonly turn: number;
  readonly player: number;
  readonly kind: BlockKind;
  /** Of the tool. */
  readonly name?: string;
  readonly text: string;
  /** So many characters more there were. */
  readonly cut?: number;
}

/** What is kept of each player, the newest. */
const KEPT_ACTIONS = 20;
const KEPT_BLOCKS = 24;
const KEPT_CHARS = 6_000;

export function keptActions(actions: readonly SpectatorAction[]): SpectatorAction[] {
  return newest(actions, KEPT_ACTIONS, () => 0);
}

export function keptBlocks(blocks: readonly SpectatorBlock[]): SpectatorBlock[] {
  return newest(blocks, KEPT_BLOCKS, ({ text }) => text.length);
}

/** Of each player the newest, so many and so long; to keep of what was kept is the same as to keep of all. */
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
