import { failure } from '#shared/core/failure.js';
import { fail, ok, type Result } from '#shared/core/result.js';
import type { SpectatorSnapshot } from '#shared/protocol/spectator/messages.js';
import type { RecordedFrame, RecordedTurn } from '#shared/protocol/spectator/requests.js';
import { snapshotFrom } from '#shared/protocol/spectator/view.js';
import type { Frame } from '../recording/frame.js';
import type { RecordingReader } from '../recording/recording-reader.js';

/** The state as a turn began; E105 for one that was not recorded or may not be seen yet. */
export async function recordedState(
  recording: RecordingReader,
  turns: readonly number[],
  turn: number,
): Promise<Result<SpectatorSnapshot>> {
  const view = turns.includes(turn) ? await recording.stateAt(turn) : undefined;
  return view === undefined ? fail(noSuchTurn(turns, turn)) : ok(snapshotFrom(view));
}

/** What happened in a turn; E105 as above. Nothing yet of the newest turn of those that may be seen. */
export async function recordedTurn(
  recording: RecordingReader,
  turns: readonly number[],
  turn: number,
): Promise<Result<RecordedTurn>> {
  const at = turns.indexOf(turn);
  if (at < 0) return fail(noSuchTurn(turns, turn));
  const next = turns[at + 1] ?? null;
  const frames = next === null ? [] : await recording.framesOf(turn);
  const began = frames[0]?.head.at ?? 0;
  return ok({ turn, next, frames: frames.map((frame) => toldFrame(frame, began)) });
}

function toldFrame({ head, body }: Frame, began: number): RecordedFrame {
  const after = Math.max(0, Math.round(head.at - began));
  return 'snapshot' in body ? { after, snapshot: body.snapshot } : { after, update: body.update };
}

function noSuchTurn(turns: readonly number[], turn: number) {
  const [first, last] = [turns[0], turns.at(-1)];
  const seen = first === undefined ? 'no turn can be seen yet' : `turns ${first} to ${last} can be seen`;
  return failure('E105', `Turn ${turn} cannot be shown: ${seen}`, { path: 'turn' });
}
