import { failure } from '#shared/core/failure.js';
import { fail, ok, type Result } from '#shared/core/result.js';
import type { SpectatorSnapshot } from '#shared/protocol/spectator/messages.js';
import { recordedTurn } from '#shared/protocol/spectator/recorded-turns.js';
import type { RecordedTurn } from '#shared/protocol/spectator/recording.js';
import type { RecordingBytes } from '#shared/protocol/spectator/requests.js';
import { snapshotFrom } from '#shared/protocol/spectator/view.js';
import { readRecords } from './recording/record.js';
import { type Delay, isDue, type RecordingReader } from './recording/recording-reader.js';

/** The state at the start of a turn, of those in `turns`, which may be shown. E105 for any other turn. */
export async function stateAtTurn(
  recording: RecordingReader,
  turns: readonly number[],
  turn: number,
): Promise<Result<SpectatorSnapshot>> {
  const view = turns.includes(turn) ? await recording.stateAt(turn) : undefined;
  return view === undefined ? fail(noSuchTurn(turns, turn)) : ok(snapshotFrom(view));
}

/** The frames of a turn; none for the newest of `turns`, as it may not be complete. E105 as above. */
export async function framesOfTurn(
  recording: RecordingReader,
  turns: readonly number[],
  turn: number,
): Promise<Result<RecordedTurn>> {
  if (!turns.includes(turn)) return fail(noSuchTurn(turns, turn));
  return ok(await recordedTurn(recording, turns, turn));
}

function noSuchTurn(turns: readonly number[], turn: number) {
  const [first, last] = [turns[0], turns.at(-1)];
  const seen = first === undefined ? 'no turn can be seen yet' : `turns ${first} to ${last} can be seen`;
  return failure('E105', `Turn ${turn} cannot be shown: ${seen}`, { path: 'turn' });
}

/** A part is one message on the link; other messages wait behind it. */
const MAX_PART_BYTES = 256 << 10;

/**
 * Bytes of a recording file from `from` on, at most 256 KiB, as far as the delay allows: up to the last record that is
 * due. What was recorded before the game was taken back waits until it is due as well. A game that is over is given in full.
 */
export async function releasedPart(
  recording: RecordingReader,
  delay: Delay,
  from: number,
  now: number,
): Promise<RecordingBytes> {
  const isDelayed = delay.turns > 0 || delay.seconds > 0;
  const isCut = isDelayed && !(await recording.isOver());
  const end = isCut ? await releasedEnd(recording, delay, now) : recording.end;
  const bytes = await recording.bytes(from, Math.max(0, Math.min(MAX_PART_BYTES, end - from)));
  return { bytes: (bytes ?? Buffer.alloc(0)).toString('base64'), end };
}

/** End of the last record that is due, in bytes. It is searched in the file: the index forgets what was taken back. */
async function releasedEnd(recording: RecordingReader, delay: Delay, now: number): Promise<number> {
  const file = (await recording.bytes(0, recording.end)) ?? Buffer.alloc(0);
  const header = file.indexOf('\n') + 1;
  const moment = { turn: recording.index.turns.at(-1) ?? 0, now };
  const { records } = readRecords(file.subarray(header), header);
  let end = header;
  // Records just before the start of a due turn are due with it, unless the game was taken back there.
  let waiting = 0;
  for (const record of records) {
    const { turn, offset, length } = record;
    const isWaiting = !isDue(record, delay, moment);
    if (turn < waiting || (isWaiting && turn + delay.turns > moment.turn)) break;
    waiting = isWaiting ? turn : 0;
    if (!isWaiting) end = offset + length;
  }
  return end;
}
