import type { RecordedFrame, RecordedTurn } from './recording.js';
import type { FrameBody, RecordingFrame } from './recording-format.js';
import type { RecordingIndex } from './recording-index.js';
import { applyUpdate, type SpectatorView, viewOf } from './view.js';

/** A recording whose segments can be read, wherever its bytes are. */
export interface SegmentSource {
  readonly index: RecordingIndex;
  /** The frames of the segment with that index; none where there is none. */
  framesIn(at: number): Promise<readonly RecordingFrame[]>;
}

/** The state at the start of a turn; undefined for a turn that was not recorded. */
export async function stateAt(source: SegmentSource, turn: number): Promise<SpectatorView | undefined> {
  const { index } = source;
  const first = index.segmentOf(turn);
  if (first === undefined) return undefined;
  // A keyframe after the record of a turn is the state at the start of that turn.
  const isKept = index.segments[first + 1]?.[0].kind === 'keyframe';
  return stateAfter(source, isKept ? first + 1 : first, 1);
}

/** The last recorded state; undefined when there is none. */
export async function lastState(source: SegmentSource): Promise<SpectatorView | undefined> {
  const last = source.index.segments.length - 1;
  return last < 0 ? undefined : stateAfter(source, last, Number.POSITIVE_INFINITY);
}

/** The state after the first `frames` frames of the segment with that index. */
export async function stateAfter(
  source: SegmentSource,
  segment: number,
  frames: number,
): Promise<SpectatorView | undefined> {
  const { segments } = source.index;
  // The last segment up to this one that begins with a whole state.
  const from = segments.findLastIndex(([{ kind }], at) => at <= segment && kind !== 'turn');
  let view: SpectatorView | undefined;
  for (let at = from; at <= segment; at += 1) {
    const all = await source.framesIn(at);
    for (const { body } of at === segment ? all.slice(0, frames) : all) view = applyFrame(view, body);
  }
  return view;
}

/** The frames from the start of a turn to the start of the next one, or to the end of the recording. */
export async function framesOf(source: SegmentSource, turn: number): Promise<readonly RecordingFrame[]> {
  const { index } = source;
  const first = index.segmentOf(turn);
  if (first === undefined) return [];
  const { turns } = index;
  const next = turns[turns.indexOf(turn) + 1];
  const end = next === undefined ? undefined : index.segmentOf(next);
  const frames: RecordingFrame[] = [];
  for (let at = first; at < (end ?? index.segments.length); at += 1) {
    const segment = await source.framesIn(at);
    const isTold = at === first || segment[0]?.head.kind === 'keyframe';
    frames.push(...(isTold ? segment.slice(1) : segment));
  }
  return end === undefined ? frames : [...frames, ...(await source.framesIn(end)).slice(0, 1)];
}

/** A turn as spectators get it, of those in `turns`; no frames of the newest, as it may not be complete. */
export async function recordedTurn(
  source: SegmentSource,
  turns: readonly number[],
  turn: number,
): Promise<RecordedTurn> {
  const next = turns[turns.indexOf(turn) + 1] ?? null;
  const frames = next === null ? [] : await framesOf(source, turn);
  const began = frames[0]?.head.at ?? 0;
  return { turn, next, frames: frames.map((frame) => frameView(frame, began)) };
}

function frameView({ head, body }: RecordingFrame, began: number): RecordedFrame {
  const after = Math.max(0, Math.round(head.at - began));
  return 'snapshot' in body ? { after, snapshot: body.snapshot } : { after, update: body.update };
}

/** Applies a frame to a view. Throws when the frame does not continue that view: the recording is broken. */
export function applyFrame(view: SpectatorView | undefined, body: FrameBody): SpectatorView {
  if ('snapshot' in body) return viewOf(body.snapshot);
  if (view === undefined || !applyUpdate(view, body.update)) throw new Error('the recording has a gap');
  return view;
}
