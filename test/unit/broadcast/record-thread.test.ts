import { createHash, randomBytes } from 'node:crypto';
import { type FileHandle, mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import type { RecordKind } from '#shared/protocol/spectator/recording-format.js';
import { deflatePart, inflateSegment, readRecords } from '../../../features/watching/recording/record.js';
import type { RecordJob } from '../../../features/watching/recording/record-appender.js';
import { RecordThread } from '../../../features/watching/recording/record-thread.js';
import { NotOwned, unguarded } from '../../../proxy/games/disk/write-guard.js';
import { recordsAtOnce } from '../../support/records-at-once.js';
import { seededRandom } from '../../support/seeded-random.js';
import { LosableGame } from '../games/support/losable-game.js';

const thread = new RecordThread();
let folder = '';
const opened: FileHandle[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'freeciv-records-'));
});

afterEach(async () => {
  for (const file of opened.splice(0)) await file.close();
  await rm(folder, { recursive: true, force: true });
});

afterAll(() => thread.close());

async function newFile(name: string) {
  const path = join(folder, name);
  const file = await open(path, 'a');
  opened.push(file);
  const job = (kind: RecordKind, text: string): RecordJob => ({
    ...{ descriptor: file.fd, path, what: 'recording', text },
    head: { kind, turn: 1, at: 1 },
  });
  return { path, job };
}

test('parts of a stream that are compressed one by one inflate to all their texts', () => {
  const random = seededRandom(7);
  let window: Buffer = Buffer.alloc(0);
  const texts: Buffer[] = [];
  const payloads: Buffer[] = [];
  for (let count = 0; count < 25; count += 1) {
    const noise = randomBytes(Math.floor(random() * 400)).toString('base64');
    const text = Buffer.from(`${noise}${'é row,'.repeat(Math.floor(random() * 3000))}${count}\n`);
    const part = deflatePart(text, window);
    texts.push(text);
    payloads.push(part.payload);
    window = part.window;
    expect(inflateSegment(Buffer.concat(payloads))).toBe(Buffer.concat(texts).toString());
  }
});

test('records of several files that are given to the thread are the same as those appended at once', async () => {
  const files = await Promise.all(['a', 'b', 'c'].map(newFile));
  const inPlace = recordsAtOnce();
  for (let turn = 0; turn < 4; turn += 1)
    await Promise.all(
      files.map(async ({ path, job }, at) => {
        const same = await open(`${path}.same`, 'a');
        for (const [step, kind] of (['snapshot', 'update', 'update'] as const).entries()) {
          const record = job(kind, `${'unit 7 moves,'.repeat(20 * at)}${turn} ${step}\n`);
          const bytes = await thread.append(record, unguarded);
          const beside = { ...record, descriptor: same.fd, path: `${path}.same` };
          expect(await inPlace.append(beside, unguarded)).toBe(bytes);
        }
        await same.close();
      }),
    );
  for (const { path } of files) {
    const bytes = await readFile(path);
    expect(readRecords(bytes, 0)).toMatchObject({ records: { length: 12 }, end: bytes.length });
    expect(sumOf(bytes)).toBe(sumOf(await readFile(`${path}.same`)));
  }
});

function sumOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

test('a record that the disk refuses is told with its code, and the next must begin a segment', async () => {
  const { job, path } = await newFile('full');
  await thread.append(job('snapshot', 'one\n'), unguarded);
  const full = await open('/dev/full', 'a');
  opened.push(full);
  const refused = { ...job('snapshot', 'two\n'), descriptor: full.fd, path: '/dev/full' };
  await expect(thread.append(refused, unguarded)).rejects.toMatchObject({ code: 'ENOSPC' });
  const next = { ...refused, head: { ...refused.head, kind: 'update' } } as const;
  await expect(thread.append(next, unguarded)).rejects.toThrow('outside of any segment');
  await rm(path);
  await writeFile(path, '');
  await expect(thread.append(job('turn', 'three\n'), unguarded)).rejects.toThrow('removed or replaced');
});

test('a record of a game that was lost in the meantime is not given to the thread', async () => {
  const { job, path } = await newFile('lost');
  const game = new LosableGame();
  const late = thread.append(job('snapshot', 'late\n'), game.disk);
  game.lose();
  await expect(late).rejects.toThrow(NotOwned);
  await thread.append(job('snapshot', 'mine\n'), unguarded);
  expect(readRecords(await readFile(path), 0).records).toHaveLength(1);
});

test('after its thread has ended, records are appended by another one', async () => {
  const { job, path } = await newFile('again');
  await thread.append(job('snapshot', 'one\n'), unguarded);
  await thread.close();
  await expect(thread.append(job('update', 'lost\n'), unguarded)).rejects.toThrow('outside of any segment');
  await thread.append(job('snapshot', 'two\n'), unguarded);
  expect(readRecords(await readFile(path), 0).records).toHaveLength(2);
});
