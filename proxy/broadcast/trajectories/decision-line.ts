import type { TurnMark } from '#shared/protocol/agent-answers.js';
import type { NativeBlock, Usage } from '#shared/protocol/agent-requests.js';

/** The first line of the decisions of one seat. */
export interface DecisionsHeader {
  readonly format: 'freeciv-decisions';
  readonly version: number;
  readonly game_id: string;
  readonly player: number;
  readonly agent: string;
}

/** A state as the agent got it, offers and all. */
export interface ShownState {
  readonly turn: number;
  readonly format: string;
  readonly data: Readonly<Record<string, unknown>>;
}

export interface TakenAction {
  readonly turn: number;
  /** When, in milliseconds since 1970. */
  readonly at: number;
  /** Of its player before it, as that was told. */
  readonly score: number;
  /** As the agent sent it. */
  readonly action: Readonly<Record<string, unknown>>;
  readonly verdict: Readonly<Record<string, unknown>>;
}

interface KeptTranscript {
  readonly turn: number;
  /** As its provider gave them. */
  readonly blocks: readonly NativeBlock[];
  readonly model?: string;
  readonly usage?: Usage;
}

/** What happened at a seat, in the order it happened. */
export type DecisionLine =
  | { readonly shown: ShownState }
  | { readonly taken: TakenAction }
  | { readonly transcript: KeptTranscript }
  /** A turn of its has ended so. */
  | { readonly turn_mark: { readonly turn: number; readonly mark: TurnMark } }
  /** Its player's score as a turn began, or the game ended. */
  | { readonly score: { readonly turn: number; readonly score: number } }
  /** Something was lost here: what was shown before is not what the next action was decided on. */
  | { readonly gap: true };
