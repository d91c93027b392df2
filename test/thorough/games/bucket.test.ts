import { appendFile, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { GameStorage } from '../../../features/storage/game-storage.js';
import { logName } from '../../../features/storage/object-keys.js';
import { DiskMonitor } from '../../../proxy/games/disk/disk-monitor.js';
import { systemClock } from '../../../shared/core/clock.js';
import { createLogger } from '../../../shared/core/log.js';
import { BucketServer } from '../../support/s3/bucket-server.js';
import { type DataFolder, makeDataFolder } from '../../support/services/data-folder.js';

const log = createLogger('test', 'silent');

/** A machine that has the game `one` under a fence, without a game server. */
class Owner implements AsyncDisposable {
  readonly storage: GameStorage;
  readonly disk: DiskMonitor;
  readonly #data: DataFolder;
  /** How often it is to be told that it may not own the game. */
  doubts = 0;

  private constructor(bucket: BucketServer, data: DataFolder) {
    this.#data = data;
    this.disk = new DiskMonitor(data.path, log);
    this.storage = new GameStorage({
      ...{ store: bucket.objects(), dataDir: data.path, clock: systemClock, log, disk: this.disk },
      owns: () => {
        this.doubts -= 1;
        return this.doubts < 0;
      },
    });
  }

  static async of(bucket: BucketServer, fence: number): Promise<Owner> {
    const owner = new Owner(bucket, await makeDataFolder());
    const brought = await owner.storage.bring('one');
    expect(brought.ok).toBe(true);
    await owner.storage.begin('one', fence);
    return owner;
  }

  path(file: string): string {
    return join(this.#data.path, 'games', 'one', file);
  }

  async write(file: string, text: string): Promise<void> {
    await mkdir(join(this.path(file), '..'), { recursive: true });
    await writeFile(this.path(file), text);
  }

  async files(): Promise<Readonly<Record<string, string>>> {
    const names = await readdir(this.path(''), { recursive: true });
    const read = async (name: string) => [name, await readFile(this.path(name), 'latin1').catch(() => '')];
    const all = await Promise.all(names.filter((name) => name !== '.bucket').map(read));
    return Object.fromEntries(all.filter(([, text]) => text !== ''));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.storage.giveUp('one');
    await this.#data[Symbol.asyncDispose]();
  }
}

/** The names of the objects of the game. */
async function objects(bucket: BucketServer): Promise<readonly string[]> {
  const store = bucket.objects();
  const listed = await store.list('games/one/');
  store.close();
  return listed.ok ? listed.value.map(({ key }) => key.replace('games/one/', '')) : [];
}

test('the next owner has every file as it was, with its time, however it came about', async () => {
  await using bucket = await BucketServer.start();
  await using one = await Owner.of(bucket, 1);
  await one.write('journal/T00001.jsonl', 'a\n');
  await one.write('orders/ann.json', '[1]');
  expect(await one.storage.whenStored('one')).toBe(true);
  await appendFile(one.path('journal/T00001.jsonl'), 'b\n');
  await one.write('orders/ann.json', '[2]');
  expect(await one.storage.whenStored('one')).toBe(true);
  // Too large for the log, and one that is emptied, removed and made again.
  await one.write('saves/freeciv-T0001-auto.sav.gz', 'x'.repeat(100_000));
  await one.write('recordings/all.fcrec', 'y'.repeat(20_000));
  await one.write('notes/bob%40x.json', 'n');
  await rm(one.path('orders/ann.json'));
  await writeFile(one.path('journal/T00001.jsonl'), 'c\nd\n');
  await one.write('run/server-1/private', 'never');
  await one.write('game.json.new', 'never');
  expect(await one.storage.whenStored('one', true)).toBe(true);
  await using other = await Owner.of(bucket, 2);
  const { 'run/server-1/private': _run, 'game.json.new': _new, ...files } = await one.files();
  expect(Object.keys(files)).toHaveLength(4);
  expect(await other.files()).toEqual(files);
  for (const file of Object.keys(files)) {
    const [before, after] = await Promise.all([stat(one.path(file)), stat(other.path(file))]);
    expect(Math.floor(after.mtimeMs)).toBe(Math.floor(before.mtimeMs));
  }
});

test('what an earlier owner stores late does not count, and what it left is removed', async () => {
  await using bucket = await BucketServer.start();
  await using one = await Owner.of(bucket, 1);
  await one.write('journal/T00001.jsonl', 'one\n');
  expect(await one.storage.whenStored('one')).toBe(true);
  await using other = await Owner.of(bucket, 2);
  await appendFile(other.path('journal/T00001.jsonl'), 'other\n');
  expect(await other.storage.whenStored('one')).toBe(true);
  // It does not know that it has lost the game.
  await appendFile(one.path('journal/T00001.jsonl'), 'late\n');
  await one.write('game.json', 'late');
  await one.write('saves/late.sav', 'l'.repeat(50_000));
  expect(await one.storage.whenStored('one', true)).toBe(true);
  await using third = await Owner.of(bucket, 5);
  expect(await third.files()).toEqual({ 'journal/T00001.jsonl': 'one\nother\n' });
  await appendFile(third.path('journal/T00001.jsonl'), 'third\n');
  expect(await third.storage.whenStored('one')).toBe(true);
  const whole = logName({ fence: 5, number: 0, isWhole: true });
  await expect.poll(() => objects(bucket)).toEqual([whole]);
});

test('a long log is replaced by a whole commit again and again, and loses nothing', async () => {
  await using bucket = await BucketServer.start();
  await using one = await Owner.of(bucket, 1);
  let text = '';
  for (let line = 0; line < 270; line += 1) {
    text += `${line} ${'z'.repeat(40)}\n`;
    await one.write('journal/T00001.jsonl', text);
    expect(await one.storage.whenStored('one')).toBe(true);
  }
  await expect.poll(async () => (await objects(bucket)).length).toBeLessThan(30);
  await using other = await Owner.of(bucket, 2);
  expect(await other.files()).toEqual({ 'journal/T00001.jsonl': text });
});

test('while the bucket is away that is told, and nothing counts as stored', async () => {
  await using bucket = await BucketServer.start();
  await using one = await Owner.of(bucket, 1);
  await one.write('game.json', '1');
  expect(await one.storage.whenStored('one')).toBe(true);
  expect(one.storage.secondsBehind).toBe(0);
  await bucket.cut();
  await one.write('game.json', '2');
  expect(await one.storage.whenStored('one')).toBe(false);
  expect(one.disk.troubles).toMatchObject([{ game_id: 'one', what: 'bucket' }]);
  expect(one.storage.secondsBehind).toBeGreaterThan(1);
  expect(one.storage.refusal('one')).toMatchObject({ code: 'E123', path: 'STORAGE_URL' });
  expect(one.storage.counts.errors).toBeGreaterThan(0);
  await bucket.mend();
  await expect.poll(() => one.storage.secondsBehind, { timeout: 20_000 }).toBe(0);
  expect(one.disk.troubles).toEqual([]);
  expect(one.storage.refusal('one')).toBe(undefined);
});

test.each([10, 100_000])(
  'a file of %i bytes is stored before it counts, also when the owner was in doubt about its lease',
  async (bytes) => {
    await using bucket = await BucketServer.start();
    await using one = await Owner.of(bucket, 1);
    await one.write('game.json', '1');
    expect(await one.storage.whenStored('one')).toBe(true);
    one.doubts = 1;
    await one.write('notes/ann.json', 'x'.repeat(bytes));
    expect(await one.storage.whenStored('one')).toBe(true);
    await using other = await Owner.of(bucket, 2);
    expect(await other.files()).toEqual(await one.files());
  },
);

test.each(['../escape', '/etc/escape', 'a/../../escape', 'run/escape', 'a\\escape'])(
  'a log that names %s is refused, and nothing is written',
  async (path) => {
    await using bucket = await BucketServer.start();
    const store = bucket.objects();
    const commit = { format: 1, changes: [{ path, modified: 1, keep: 0, parts: [{ inline: 'eA==' }] }] };
    const name = logName({ fence: 1, number: 0, isWhole: true });
    await store.put(`games/one/${name}`, Buffer.from(JSON.stringify(commit)));
    store.close();
    const data = await makeDataFolder();
    const disk = new DiskMonitor(data.path, log);
    const options = { store: bucket.objects(), dataDir: data.path, clock: systemClock, log, disk };
    const storage = new GameStorage({ ...options, owns: () => true });
    expect(await storage.bring('one')).toMatchObject({ ok: false, failure: { code: 'E123' } });
    expect(await readdir(data.path)).toEqual([]);
    await storage.close();
    await data[Symbol.asyncDispose]();
  },
);
