import { applyUpdate, type SpectatorView, viewOf } from '#shared/protocol/spectator/view.js';
import { type Delay, isDue } from './due.js';
import type { Frame, FrameBody } from './frame.js';
import { RecordingFile } from './recording-file.js';

/** What a recording shows: its turns, their states, and what led from one to the next. */
export class RecordingReader extends RecordingFile {
  #over: { readonly end: number; readonly isOver: boolean } | undefined;

  /** The state as a turn began; undefined for a turn that was not recorded. */
  async stateAt(turn: number): Promise<SpectatorView | undefined> {
    const beginning = this.index.beginningOf(turn);
    if (beginning === undefined) return undefined;
    // A keyframe behind a turn is the state as that began.
    const isKept = this.index.stretches[beginning + 1]?.[0].kind === 'keyframe';
    return this.stateAfter(isKept ? beginning + 1 : beginning, 1);
  }

  /** The newest state; undefined when there is none. */
  async lastState(): Promise<SpectatorView | undefined> {
    const last = this.index.stretches.length - 1;
    return last < 0 ? undefined : this.stateAfter(last, Number.POSITIVE_INFINITY);
  }

  /** The turns whose beginning may be shown by now with such a delay, in order; all when the game is over. */
  async turnsShown(delay: Delay, now: number): Promise<readonly number[]> {
    const { turns, stretches } = this.index;
    const moment = { turn: turns.at(-1) ?? 0, now };
    const isOver = await this.isOver();
    return turns.filter((turn) => {
      const first = stretches[this.index.beginningOf(turn) ?? -1]?.[0];
      return turn > 0 && first !== undefined && (isOver || isDue(first, delay, moment));
    });
  }

  /** True when the recording ends with the end of the game. */
  async isOver(): Promise<boolean> {
    const { end } = this;
    if (this.#over?.end === end) return this.#over.isOver;
    const last = (await this.framesIn(this.index.stretches.length - 1)).at(-1)?.body;
    const header = last === undefined || 'update' in last ? last?.update : last.snapshot;
    this.#over = { end, isOver: header?.phase === 'game_over' };
    return this.#over.isOver;
  }

  /** What leads from the state as a turn began to that as the next one did, or to the newest. */
  async framesOf(turn: number): Promise<readonly Frame[]> {
    const { turns } = this.index;
    const first = this.index.beginningOf(turn);
    if (first === undefined) return [];
    const next = turns[turns.indexOf(turn) + 1];
    const end = next === undefined ? undefined : this.index.beginningOf(next);
    const frames: Frame[] = [];
    for (let at = first; at < (end ?? this.index.stretches.length); at += 1) {
      const stretch = await this.framesIn(at);
      const isTold = at === first || stretch[0]?.head.kind === 'keyframe';
      frames.push(...(isTold ? stretch.slice(1) : stretch));
    }
    return end === undefined ? frames : [...frames, ...(await this.framesIn(end)).slice(0, 1)];
  }

  /** The state after so many frames of the stretch at that place of the index. */
  async stateAfter(stretch: number, frames: number): Promise<SpectatorView | undefined> {
    const from = this.#snapshotBefore(stretch);
    let view: SpectatorView | undefined;
    for (let at = from; at <= stretch; at += 1) {
      const all = await this.framesIn(at);
      for (const { body } of at === stretch ? all.slice(0, frames) : all) view = advance(view, body);
    }
    return view;
  }

  /** The nearest stretch from which a state can be built. */
  #snapshotBefore(stretch: number): number {
    const { stretches } = this.index;
    return stretches.findLastIndex(([{ kind }], at) => at <= stretch && kind !== 'turn');
  }
}

/** The state after a frame. Throws when the frame does not fit the state before it: the recording is not one. */
export function advance(view: SpectatorView | undefined, body: FrameBody): SpectatorView {
  if ('snapshot' in body) return viewOf(body.snapshot);
  if (view === undefined || !applyUpdate(view, body.update)) throw new Error('the recording has a gap');
  return view;
}
