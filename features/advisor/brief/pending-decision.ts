import type { PassingEndReason } from '#shared/protocol/state/brief.js';

/** A line about something that needs a decision. */
export interface PendingDecision {
  /** For what a request that passes turns ends when the decision is new. */
  readonly why: PassingEndReason;
  /** What it is about; it is new while one of these was not there before. */
  readonly keys: readonly string[];
  readonly text: string;
  /** True when it costs something every turn: a request that passes turns ends for it also when it is not new. */
  readonly recurs: boolean;
}
