import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decodeFrames } from 'modern-gif';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type ExportFormat,
  type ExportOptions,
  parseExportOptions,
} from '../../../features/export/export-options.js';
import { exportRecording } from '../../../features/export/export-recording.js';
import { newRecordingFile, recordGame } from './support/record-game.js';

const LAST = 12;
let recording = '';
let hashes: ReadonlyMap<number, string>;

beforeAll(async () => {
  recording = await newRecordingFile();
  hashes = await recordGame(recording, { from: 1, to: LAST, game: 'classic-6-ai-100-turns' });
});
afterAll(() => rm(join(recording, '..'), { recursive: true }));

async function exported(format: ExportFormat, options: Partial<ExportOptions> = {}): Promise<Buffer> {
  const order = { ...parseExportOptions([recording, `--${format}`]), ...options };
  await exportRecording(order);
  return readFile(order.out);
}

test('a GIF shows every turn for the requested time', async () => {
  const gif = await exported('gif', { from: 3, fps: 2, scale: 4 });
  const frames = decodeFrames(Uint8Array.from(gif).buffer);
  expect(frames.map(({ delay }) => delay)).toEqual(Array(LAST - 2).fill(500));
  const [first, last] = [frames.at(0), frames.at(-1)].map((frame) => Buffer.from(frame?.data ?? []));
  expect(first?.length).toBeGreaterThan(10_000);
  expect(first?.equals(last ?? Buffer.of())).toBe(false);
});

test('a PNG shows the last of the requested turns, in the requested tile width', async () => {
  const small = await exported('png', { to: 5, scale: 4 });
  const large = await exported('png', { to: 5, scale: 8 });
  expect(small.subarray(1, 4).toString()).toBe('PNG');
  expect(widthOf(large)).toBe(2 * widthOf(small));
});

function widthOf(png: Buffer): number {
  return png.readUInt32BE(16);
}

test('as JSON every turn is a line with its players, cities and events, and its hash proves the state', async () => {
  const lines = (await exported('jsonl')).toString().trimEnd().split('\n');
  const turns = lines.map((line) => JSON.parse(line));
  expect(turns.map(({ turn, hash }) => [turn, hash])).toEqual([...hashes]);
  expect(turns.at(-1)).toMatchObject({ players: expect.any(Array), cities: expect.any(Array) });
  const events: number[] = turns.flatMap(({ events }) => events.map(({ id }: { id: number }) => id));
  expect(events).toEqual([...new Set(events)]);
  expect(events.length).toBeGreaterThan(0);
});

test('without ffmpeg a video is refused, with the alternatives', async () => {
  const nowhere = await mkdtemp(join(tmpdir(), 'freeciv-no-ffmpeg-'));
  const path = process.env.PATH;
  process.env.PATH = nowhere;
  try {
    await expect(exported('mp4')).rejects.toThrow(/install it, or take --gif/);
  } finally {
    process.env.PATH = path;
    await rm(nowhere, { recursive: true });
  }
});

test.each([
  [[], 'name one recording'],
  [['a.fcr'], 'choose one of'],
  [['a.fcr', '--gif', '--png'], 'choose one of'],
  [['a.fcr', '--gif', '--fps', '0'], '--fps takes a whole number'],
  [['a.fcr', '--avi'], '--avi'],
])('a wrong command line is refused with a sentence: %j', (args, message) => {
  expect(() => parseExportOptions(args)).toThrow(message);
});

test('a file that is no recording, or lacks the turns, is refused with a sentence', async () => {
  await expect(exported('gif', { recording: 'package.json' })).rejects.toThrow('not a recording');
  await expect(exported('gif', { recording: '/nowhere.fcr' })).rejects.toThrow('there is no recording');
  await expect(exported('gif', { from: 20 })).rejects.toThrow(`only turns 1 to ${LAST}`);
});
