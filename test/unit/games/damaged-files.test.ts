import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { type StoredFileKind, storedFileKindSchema } from '#shared/protocol/disk.js';
import { DiskMonitor } from '../../../proxy/games/disk/disk-monitor.js';
import { type GameFolder, gameFolder } from '../../../proxy/games/disk/game-folder.js';
import { type DamageName, damages, filesOf } from '../../support/damage.js';
import { keptFiles } from './support/kept-files.js';

interface Place {
  readonly folder: GameFolder;
  readonly alarm: DiskMonitor;
}

async function newPlace(): Promise<Place> {
  const dataDir = await mkdtemp(join(tmpdir(), 'freeciv-damage-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const folder = gameFolder(dataDir, 'g');
  for (const path of [folder.saves, folder.recordings]) await mkdir(path, { recursive: true });
  return { folder, alarm: new DiskMonitor(dataDir, pino({ level: 'silent' })) };
}

/**
 * Nothing is lost with these, or nobody can know that there was such a file: `missing` beside what is told apart by
 * numbers or a second copy, an empty file of those that only grow, and `newer` for files without a version.
 */
const quiet: Readonly<Partial<Record<DamageName, readonly StoredFileKind[]>>> = {
  missing: storedFileKindSchema.options.filter((kind) => kind !== 'journal'),
  empty: ['ledger', 'diplomacy', 'orders', 'plans', 'usage', 'conversations', 'recording', 'decisions'],
  cut: ['ledger', 'recording', 'decisions'],
  'of a newer version': [
    ...(['record', 'save', 'journal', 'ledger', 'diplomacy', 'orders', 'plans', 'notes'] as const),
    ...(['usage', 'conversations'] as const),
  ],
};

const damageNames = Object.keys(damages) as DamageName[];

for (const kind of storedFileKindSchema.options) {
  test.each(damageNames)(
    `a damaged file of ${kind} (%s) is named and put aside, and what follows is kept again`,
    async (damage) => {
      const { folder, alarm } = await newPlace();
      const disk = alarm.reporterFor('g');
      const { write, read } = keptFiles[kind];
      await write(folder, disk);
      const whole = await read(folder, disk);
      expect(alarm.damaged).toEqual([]);
      const file = (await filesOf(folder.path, kind)).at(-1) ?? '';
      await damages[damage](file);
      await read(folder, disk);
      const isQuiet = quiet[damage]?.includes(kind) ?? false;
      expect(alarm.damaged.map(({ what }) => what)).toEqual(isQuiet ? [] : [kind]);
      if (!isQuiet) expect(alarm.damaged[0]).toMatchObject({ reason: /./, lost: /./ });
      expect(alarm.troubles).toEqual([]);
      // Once: what is read again is as it was left.
      await read(folder, disk);
      expect(alarm.damageCounts.get(kind) ?? 0).toBe(isQuiet ? 0 : 1);
      if (kind === 'record' && damage === 'of a newer version') return;
      await write(folder, disk);
      if (!appends.includes(kind)) expect(await read(folder, disk)).toEqual(whole);
      expect(alarm.troubles).toEqual([]);
      const aside = (await readdir(folder.path, { recursive: true })).filter((name) =>
        name.includes('.damaged-'),
      );
      expect(aside.length > 0).toBe(!isQuiet && alarm.damaged[0]?.put_aside !== null);
    },
  );
}

/** What is written to these is added to what is there. */
const appends: readonly StoredFileKind[] = [
  ...(['journal', 'ledger', 'diplomacy', 'recording', 'decisions', 'notes', 'conversations'] as const),
];
