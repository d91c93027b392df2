import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { storedFileKindSchema } from '#shared/protocol/disk.js';
import { DiskMonitor } from '../../../proxy/games/disk/disk-monitor.js';
import { gameFolder } from '../../../proxy/games/disk/game-folder.js';
import { LinesFile } from '../../../proxy/games/disk/lines-file.js';
import { Journal } from '../../../proxy/games/journal/journal.js';
import { damages, filesOf } from '../../support/damage.js';
import { keptFiles } from './support/kept-files.js';
import { LosableGame } from './support/losable-game.js';

/** What is in a folder: files with their bytes, and folders. */
async function contentOf(folder: string): Promise<Readonly<Record<string, string>>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const read = entries.map(async (entry) => {
    const path = join(entry.parentPath, entry.name);
    return [path, entry.isFile() ? await readFile(path, 'latin1') : 'a folder'];
  });
  return Object.fromEntries(await Promise.all(read));
}

for (const kind of storedFileKindSchema.options) {
  test.each(['whole', 'cut', 'noise', 'a folder', 'missing'] as const)(
    `a proxy that lost the game changes no file of it: ${kind}, %s`,
    async (damage) => {
      const dataDir = await mkdtemp(join(tmpdir(), 'freeciv-lost-'));
      onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
      let isOwned = true;
      const monitor = new DiskMonitor(dataDir, pino({ level: 'silent' }), () => isOwned);
      const disk = monitor.reporterFor('g');
      const folder = gameFolder(dataDir, 'g');
      for (const path of [folder.saves, folder.recordings]) await mkdir(path, { recursive: true });
      const { write, read } = keptFiles[kind];
      await write(folder, disk);
      const [file = ''] = (await filesOf(folder.path, kind)).slice(-1);
      if (damage !== 'whole') await damages[damage](file);
      const before = await contentOf(folder.path);
      isOwned = false;
      await read(folder, disk).catch(() => undefined);
      // The save of a turn is what a game server writes.
      if (kind !== 'save') await write(folder, disk).catch(() => undefined);
      expect(await contentOf(folder.path)).toEqual(before);
      expect(monitor.troubles).toEqual([]);
    },
  );
}

test('lines are written in the step that checks whether the game is ours, and none after it is lost', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'freeciv-lost-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const game = new LosableGame();
  const file = join(dataDir, 'usage', 'ann.jsonl');
  const lines = new LinesFile({ file, what: 'usage', schema: z.int(), disk: game.disk, lost: 'numbers' });
  let atLoss = '';
  game.loseAfterCheck(() => {
    atLoss = readFileSync(file, 'utf8');
  });
  expect(lines.append([1, 2])).toBe(true);
  await Promise.resolve();
  expect(lines.append([3])).toBe(false);
  expect(atLoss).toBe('\n1\n2');
  expect(await readFile(file, 'utf8')).toBe(atLoss);
});

test('lines and entries of a journal are not written to a pipe, and nobody waits for its reader', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'freeciv-lost-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const monitor = new DiskMonitor(dataDir, pino({ level: 'silent' }));
  const disk = monitor.reporterFor('g');
  const { usage, journal: folder } = gameFolder(dataDir, 'g');
  const journal = new Journal(folder, disk);
  const file = join(usage, 'ann.jsonl');
  for (const path of [file, journal.path(1)]) {
    await mkdir(dirname(path), { recursive: true });
    execFileSync('mkfifo', [path]);
  }
  const lines = new LinesFile({ file, what: 'usage', schema: z.int(), disk, lost: 'numbers' });
  expect(lines.append([1])).toBe(false);
  journal.append(1, { kind: 'end' });
  expect(monitor.troubles.map(({ what }) => what)).toEqual(['usage', 'journal']);
  journal.close();
});
