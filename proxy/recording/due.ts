import type { PlacedRecord } from './record.js';

export interface Delay {
  /** Whole turns that must have been played since. */
  readonly turns: number;
  readonly seconds: number;
}

export interface Moment {
  /** The turn the game is in. */
  readonly turn: number;
  /** As Date.now tells. */
  readonly now: number;
}

/** Whether a record may be shown by now. */
export function isDue({ kind, turn, at }: PlacedRecord, delay: Delay, moment: Moment): boolean {
  // Only a turn's beginning is certain to be no later than the turn itself.
  const isBeginning = kind === 'turn' || kind === 'keyframe' || delay.turns === 0;
  const since = turn + delay.turns + (isBeginning ? 0 : 1);
  return since <= moment.turn && at + delay.seconds * 1000 <= moment.now;
}
