import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { releasedPart } from '../../../features/watching/recorded-past.js';
import { encodeRecord, readRecords } from '../../../features/watching/recording/record.js';
import { RecordingReader } from '../../../features/watching/recording/recording-reader.js';

const header = `${JSON.stringify({ format: 'freeciv-recording', version: 1, game_id: 'g', view: 'whole' })}\n`;

/** A recording with the beginnings of these turns, in that order; `4.5` is something that happens in turn 4. */
async function recordingOf(turns: readonly number[], phase = 'movement') {
  const folder = await mkdtemp(join(tmpdir(), 'freeciv-part-'));
  const payload = deflateRawSync(`${JSON.stringify({ update: { phase } })}\n`);
  const kind = (turn: number) => (Number.isInteger(turn) ? 'turn' : 'update');
  const records = turns.map((turn) =>
    encodeRecord({ kind: kind(turn), turn: Math.floor(turn), at: turn * 1000 }, payload),
  );
  const file = Buffer.concat([Buffer.from(header), ...records]);
  await writeFile(join(folder, 'whole.fcr'), file);
  const reader = new RecordingReader(join(folder, 'whole.fcr'));
  await reader.refresh();
  return { reader, file, [Symbol.asyncDispose]: () => rm(folder, { recursive: true }) };
}

/** The turns in what is given away now, with such a delay in turns. */
async function turnsGiven(
  turns: readonly number[],
  delay: number,
  phase?: string,
): Promise<readonly number[]> {
  await using recording = await recordingOf(turns, phase);
  const { bytes, end } = await releasedPart(recording.reader, { turns: delay, seconds: 0 }, 0, Date.now());
  const file = Buffer.from(bytes, 'base64');
  expect(file.length).toBe(end);
  expect(file.toString('utf8', 0, header.length)).toBe(header);
  return readRecords(file.subarray(header.length), header.length).records.map(({ turn }) => turn);
}

test('without a delay the whole file is given, with a delay what is due, and all of a game that is over', async () => {
  expect(await turnsGiven([1, 2, 3, 4, 5], 0)).toEqual([1, 2, 3, 4, 5]);
  expect(await turnsGiven([1, 2, 3, 4, 5], 2)).toEqual([1, 2, 3]);
  expect(await turnsGiven([1, 2, 3, 4, 5], 9)).toEqual([]);
  expect(await turnsGiven([1, 2, 3, 4, 5], 2, 'game_over')).toEqual([1, 2, 3, 4, 5]);
});

test('records before the start of a turn are given with its start, records in the turn later', async () => {
  expect(await turnsGiven([1, 1.5, 2, 2.5, 3.5, 3, 3.5, 4, 5], 2)).toEqual([1, 1, 2, 2, 3, 3]);
});

test('turns that were taken back are not given before they are due', async () => {
  expect(await turnsGiven([1, 2, 3, 4, 5, 3, 4], 2)).toEqual([1, 2]);
  expect(await turnsGiven([1, 2, 3, 4, 5, 6, 7, 3, 4, 5], 2)).toEqual([1, 2, 3]);
  expect(await turnsGiven([1, 2, 3, 3.5, 2, 3, 4, 5], 2)).toEqual([1, 2, 3]);
  expect(await turnsGiven([1, 2, 3, 4, 5, 3, 4], 0)).toEqual([1, 2, 3, 4, 5, 3, 4]);
});

test('the parts of a file make up the file', async () => {
  await using recording = await recordingOf([1, 2, 3]);
  const { reader, file } = recording;
  for (const from of [0, 1, 50, file.length - 1, file.length]) {
    const part = await releasedPart(reader, { turns: 0, seconds: 0 }, from, Date.now());
    expect(part).toEqual({ bytes: file.toString('base64', from), end: file.length });
  }
});
