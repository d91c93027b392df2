import type { RecordingBytes } from '#shared/protocol/spectator/requests.js';
import { type Delay, isDue } from './due.js';
import { readRecords } from './record.js';
import type { RecordingReader } from './recording-reader.js';

/** A part is a message on the link, which others wait behind. */
const PART_BYTES = 256 << 10;

/**
 * A part of a recording's file from that byte on, of what may be given away with such a delay: everything up to the last
 * record that is due, and nothing that was taken back later before it is due. All of a game that is over.
 */
export async function givenPart(
  recording: RecordingReader,
  delay: Delay,
  from: number,
  now: number,
): Promise<RecordingBytes> {
  const isDelayed = delay.turns > 0 || delay.seconds > 0;
  const isCut = isDelayed && !(await recording.isOver());
  const end = isCut ? await dueEnd(recording, delay, now) : recording.end;
  const bytes = await recording.bytes(from, Math.max(0, Math.min(PART_BYTES, end - from)));
  return { bytes: (bytes ?? Buffer.alloc(0)).toString('base64'), end };
}

/** Where the last record ends that is due: looked for in the file, as the index forgets what was taken back. */
async function dueEnd(recording: RecordingReader, delay: Delay, now: number): Promise<number> {
  const file = (await recording.bytes(0, recording.end)) ?? Buffer.alloc(0);
  const header = file.indexOf('\n') + 1;
  const moment = { turn: recording.index.turns.at(-1) ?? 0, now };
  const { records } = readRecords(file.subarray(header), header);
  let end = header;
  // What comes before the beginning of a turn that is due is due with it, unless the game was taken back there.
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
