import { appendFileSync, readdirSync, writeFileSync } from 'node:fs';
import { link, mkdir, mkdtemp, open, readdir, readFile, readlink, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { gameConfigSchema } from '#shared/protocol/game-config.js';
import { RecordFileWriter } from '../../../features/watching/recording/record-file-writer.js';
import { gameFolder } from '../../../proxy/games/disk/game-folder.js';
import { newGameRecord } from '../../../proxy/games/disk/game-record.js';
import { writeRecord } from '../../../proxy/games/disk/record-file.js';
import { removeFolder, removeRemains } from '../../../proxy/games/disk/removed-folders.js';
import { ReplacedFiles } from '../../../proxy/games/disk/replaced-files.js';
import { AtomicFile, replaceFile, retryAfterClearing } from '../../../proxy/games/disk/stored-files.js';
import { removeUnfinished, unfinishedPath } from '../../../proxy/games/disk/unfinished-files.js';
import { NotOwned, unguarded } from '../../../proxy/games/disk/write-guard.js';
import { recordsAtOnce } from '../../support/records-at-once.js';
import { LosableGame } from './support/losable-game.js';

let folder = '';
let file = '';

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'freeciv-replaced-'));
  file = join(folder, 'ann.json');
});

afterEach(() => rm(folder, { recursive: true, force: true }));

test.each([
  { size: 'small', late: 'late' },
  { size: 'large', late: 'late'.repeat(50_000) },
])(
  'a proxy that lost the game while it wrote leaves the file of the new owner: a $size file',
  async ({ late }) => {
    const game = new LosableGame();
    const notes = new AtomicFile(file, 'notes', game.disk);
    await notes.write('mine');
    game.loseBeforeCheck(2, () => writeFileSync(file, 'of the new owner'));
    await expect(notes.write(late)).rejects.toThrow(NotOwned);
    expect(await readFile(file, 'utf8')).toBe('of the new owner');
    expect(await readdir(folder)).toEqual(['ann.json']);
  },
);

test('a file that is replaced is whole for those who have it open, and a missing folder is made', async () => {
  const path = join(folder, 'of', 'ann.json');
  await replaceFile(path, 'old', unguarded);
  const before = await open(path);
  await replaceFile(path, 'new', unguarded);
  expect(await before.readFile('utf8')).toBe('old');
  await before.close();
  expect(await readFile(path, 'utf8')).toBe('new');
});

test.each(['alone', 'together'] as const)(
  'files that are replaced over and over do not stay open: closed %s',
  async (how) => {
    const guard = how === 'alone' ? unguarded : { ...unguarded, letGo: new ReplacedFiles(100).add };
    const ours = () => replacedFilesOpenIn(folder);
    for (let round = 0; round < 300; round += 1) await replaceFile(file, String(round), guard);
    await mkdir(join(folder, 'blocked'));
    for (let round = 0; round < 3; round += 1)
      await replaceFile(join(folder, 'blocked'), 'text', guard).catch(() => undefined);
    await expect.poll(ours).toBeLessThan(65);
    await expect.poll(ours, { timeout: 5000 }).toBe(0);
    expect(await readFile(file, 'utf8')).toBe('299');
  },
);

/** How many files and folders of a folder this process has open. */
async function replacedFilesOpenIn(path: string): Promise<number> {
  const names = await readdir('/proc/self/fd');
  const targets = await Promise.all(
    names.map((name) => readlink(join('/proc/self/fd', name)).catch(() => '')),
  );
  return targets.filter((target) => target.startsWith(path)).length;
}

test('two writers of one file never write to the same one', async () => {
  const texts = ['a', 'b'].map((letter) => letter.repeat(300_000));
  for (let round = 0; round < 20; round += 1) {
    await Promise.all(texts.map((text) => replaceFile(file, text, unguarded)));
    expect(texts).toContain(await readFile(file, 'utf8'));
    expect(await readdir(folder)).toEqual(['ann.json']);
  }
});

test('a write that fails leaves nothing behind', async () => {
  await mkdir(file);
  await expect(replaceFile(file, 'text', unguarded)).rejects.toThrow(/EISDIR/);
  expect(await readdir(folder)).toEqual(['ann.json']);
});

test('a proxy that lost the game moves nothing out of its way', async () => {
  const game = new LosableGame();
  await mkdir(file);
  const write = retryAfterClearing(game.disk, 'notes', file, async () => {
    game.lose();
    await replaceFile(file, 'late', game.disk);
  });
  await expect(write).rejects.toThrow(NotOwned);
  expect(await readdir(folder)).toEqual(['ann.json']);
});

test('files that an earlier owner left unfinished are removed by the next, and others stay', async () => {
  const game = gameFolder(folder, 'g');
  const kept = [game.record, join(game.orders, 'ann.json')];
  const left = [
    unfinishedPath(join(game.path, 'notes', 'ann.json')),
    unfinishedPath(game.record),
    unfinishedPath(join(game.orders, 'ann.json')),
    join(game.saves, '.1.part'),
  ];
  for (const path of [...kept, ...left]) {
    await mkdir(join(path, '..'), { recursive: true });
    await writeFile(path, '');
  }
  const lost = new LosableGame();
  lost.lose();
  removeUnfinished(game, lost.disk);
  expect(await filesIn(game.path)).toEqual([...kept, ...left].toSorted());
  removeUnfinished(game, unguarded);
  expect(await filesIn(game.path)).toEqual(kept.toSorted());
});

async function filesIn(path: string): Promise<readonly string[]> {
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return files.map((entry) => join(entry.parentPath, entry.name)).toSorted();
}

test('a proxy that lost the game cuts nothing off what the new owner records', async () => {
  const game = new LosableGame();
  const recording = join(folder, 'whole.fcr');
  const checkHeader = () => undefined;
  const header = { writing: recordsAtOnce(), checkHeader, header: {} };
  const options = { file: recording, what: 'recording', disk: game.disk, ...header } as const;
  const first = new RecordFileWriter(options);
  await first.append({ kind: 'snapshot', turn: 1, at: 1 }, 'one\n');
  await first.release();
  const second = new RecordFileWriter({
    ...options,
    // The last step before the file is opened to be continued.
    upgrade: async () => game.loseAfterCheck(() => appendFileSync(recording, 'of the new owner')),
  });
  await expect(second.open()).rejects.toThrow(NotOwned);
  expect(await readFile(recording, 'latin1')).toMatch(/of the new owner$/);
});

test('a folder leaves its place before its files are removed; a killed removal ends at the next start', async () => {
  const game = gameFolder(folder, 'g');
  await mkdir(game.saves, { recursive: true });
  await writeFile(game.record, '');
  const left: string[] = [];
  await removeFolder(folder, game.path, () => {
    // Right after the step that follows.
    queueMicrotask(() => left.push(...readdirSync(join(game.path, '..'))));
    return true;
  });
  expect(left).toEqual([]);
  await writeFile(join(folder, 'removed', 'rest'), '');
  await removeRemains(folder);
  expect(await readdir(folder)).toEqual(['games']);
});

test('a record leaves the one before it as the copy, also where that is the same file already', async () => {
  const path = join(folder, 'game.json');
  const phases = ['lobby', 'running', 'ended'] as const;
  const record = newGameRecord('g', { config: gameConfigSchema.parse({}) }, 0, 5);
  const [lobby, running, ended] = phases.map(
    (phase) => `${JSON.stringify({ ...record, phase }, undefined, 2)}\n`,
  );
  const contents = () => Promise.all([path, `${path}.before`].map((one) => readFile(one, 'utf8')));
  const write = (phase: (typeof phases)[number]) =>
    writeRecord(path, { ...record, phase }, new LosableGame().disk);
  await write('lobby');
  expect(await readdir(folder)).toEqual(['game.json']);
  await write('running');
  expect(await contents()).toEqual([running, lobby]);
  await rm(`${path}.before`);
  await link(path, `${path}.before`);
  await write('ended');
  expect(await contents()).toEqual([ended, running]);
  await write('lobby');
  expect(await contents()).toEqual([lobby, ended]);
  expect(await readdir(folder)).toEqual(['game.json', 'game.json.before']);
});
