import {
  applyFrame,
  framesOf,
  lastState,
  stateAfter,
  stateAt,
} from '#shared/protocol/spectator/recorded-turns.js';
import type { PlacedRecord, RecordingFrame } from '#shared/protocol/spectator/recording-format.js';
import type { SpectatorView } from '#shared/protocol/spectator/view.js';
import { RecordingFile } from './recording-file.js';
import { stateHash } from './recording-format.js';

/** How far spectators are behind the game. */
export interface Delay {
  /** Whole turns that must have been played since. */
  readonly turns: number;
  readonly seconds: number;
}

/** The moment that a delay is measured from. */
export interface PlaybackMoment {
  /** The current turn of the game. */
  readonly turn: number;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** True when a record may be shown at that moment. */
export function isDue({ kind, turn, at }: PlacedRecord, delay: Delay, moment: PlaybackMoment): boolean {
  // Only the start of a turn is certain to hold nothing of later turns.
  const isBeginning = kind === 'turn' || kind === 'keyframe' || delay.turns === 0;
  const since = turn + delay.turns + (isBeginning ? 0 : 1);
  return since <= moment.turn && at + delay.seconds * 1000 <= moment.now;
}

/** Reads states and frames of a recording by turn. */
export class RecordingReader extends RecordingFile {
  #over: { readonly end: number; readonly isOver: boolean } | undefined;

  /** The state at the start of a turn; undefined for a turn that was not recorded. */
  stateAt(turn: number): Promise<SpectatorView | undefined> {
    return stateAt(this, turn);
  }

  /** The last recorded state; undefined when there is none. */
  lastState(): Promise<SpectatorView | undefined> {
    return lastState(this);
  }

  /** The turns whose start may be shown with a delay, in order; all turns when the game is over. `now` in milliseconds since 1970. */
  async turnsShown(delay: Delay, now: number): Promise<readonly number[]> {
    const { turns, segments } = this.index;
    const moment = { turn: turns.at(-1) ?? 0, now };
    const isOver = await this.isOver();
    return turns.filter((turn) => {
      const first = segments[this.index.segmentOf(turn) ?? -1]?.[0];
      return turn > 0 && first !== undefined && (isOver || isDue(first, delay, moment));
    });
  }

  /** True when the recording ends with the end of the game. */
  async isOver(): Promise<boolean> {
    const { end } = this;
    if (this.#over?.end === end) return this.#over.isOver;
    const last = (await this.framesIn(this.index.segments.length - 1)).at(-1)?.body;
    const header = last === undefined || 'update' in last ? last?.update : last.snapshot;
    this.#over = { end, isOver: header?.phase === 'game_over' };
    return this.#over.isOver;
  }

  /** The frames from the start of a turn to the start of the next one, or to the end of the recording. */
  framesOf(turn: number): Promise<readonly RecordingFrame[]> {
    return framesOf(this, turn);
  }

  /** The state after the first `frames` frames of the segment with that index. */
  stateAfter(segment: number, frames: number): Promise<SpectatorView | undefined> {
    return stateAfter(this, segment, frames);
  }
}

/** The result of verifying a recording. */
export interface VerifyResult {
  /** States that were compared with their hash. */
  readonly states: number;
  /** One line for each state that differs from its hash. */
  readonly faults: readonly string[];
}

/** Replays a recording from its start and compares each state with its recorded hash. */
export async function verifyRecording(recording: RecordingReader): Promise<VerifyResult> {
  const faults: string[] = [];
  let states = 0;
  let view: ReturnType<typeof applyFrame> | undefined;
  for (const at of recording.index.segments.keys()) {
    for (const { head, body } of await recording.framesIn(at)) {
      // A keyframe is compared with what the updates before it have led to.
      if (head.kind !== 'keyframe') view = applyFrame(view, body);
      if (view === undefined || !('hash' in body)) continue;
      states += 1;
      if (stateHash(view) !== body.hash) faults.push(`turn ${head.turn} (${head.kind}) is not as it was`);
    }
  }
  return { states, faults };
}
