import { mkdtemp, rename, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { gameConfigSchema } from '#shared/protocol/game-config.js';
import { loggingReporter } from '../../../proxy/games/disk/disk-monitor.js';
import { gameFolder } from '../../../proxy/games/disk/game-folder.js';
import { newGameRecord } from '../../../proxy/games/disk/game-record.js';
import { RecordStore } from '../../../proxy/games/disk/record-file.js';
import { Journal } from '../../../proxy/games/journal/journal.js';
import { MissingParts } from '../../../proxy/games/restore/missing-parts.js';
import type { SeatEvent } from '../../../proxy/games/seats/seat-events.js';

const log = pino({ level: 'silent' });
const CREATED = 1_000;

/** A game at its second owner, whose journal has one entry of the first; `told` is what agents are told. */
async function restoredGame(isBack = true) {
  const dataDir = await mkdtemp(join(tmpdir(), 'freeciv-missing-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const disk = loggingReporter(log);
  const folder = gameFolder(dataDir, 'cut');
  new Journal(folder.journal, disk, 1).append(3, { kind: 'begin', version: 7 });
  const made = newGameRecord('cut', { config: gameConfigSchema.parse({}) }, 0, CREATED);
  const recordStore = new RecordStore(folder.record, { ...made, fence: 2 }, disk);
  const told: SeatEvent[] = [];
  const table = { emit: (event: SeatEvent) => told.push(event) };
  const journal = new Journal(folder.journal, disk, 2);
  const parts = new MissingParts({ recordStore, journal, table, log, isBack: () => isBack });
  return { parts, told, journal, file: journal.path(3) };
}

const place = (entry: number, turn = 3) => ({ created: CREATED, fence: 1, entry, turn });
const missing = (turn: number) => ({ turn, requests: null, file: `journal/T0000${turn}.jsonl` });

test('agents are told once of each turn that the journal lacks, whichever seats were told of it', async () => {
  const { parts, told } = await restoredGame();
  await parts.compareWith(place(2));
  await parts.compareWith(place(4));
  expect(told).toEqual([{ kind: 'game_recovered', missing: [missing(3)] }]);
  await parts.compareWith(place(9, 4));
  expect(told.slice(1)).toEqual([{ kind: 'game_recovered', missing: [missing(4)] }]);
  expect(parts.all).toEqual([missing(3), missing(4)]);
});

test('nothing is missing of what is in the journal, of this owner, or of an earlier game of that id', async () => {
  const { parts, told, journal } = await restoredGame();
  expect(parts.place).toBeUndefined();
  journal.append(3, { kind: 'begin', version: 9 });
  expect(parts.place).toEqual({ ...place(2), fence: 2 });
  for (const kept of [place(1), { ...place(9), fence: 2 }, { ...place(9), created: 7 }])
    await parts.compareWith(kept);
  expect([parts.all, told]).toEqual([[], []]);
});

test('agents of a game that is on its way back are told of what is missing when it is back', async () => {
  const { parts, told } = await restoredGame(false);
  await parts.compareWith(place(2));
  expect([told, parts.hasUnreported]).toEqual([[], true]);
  parts.tellRecovered();
  expect([told, parts.hasUnreported]).toEqual([[{ kind: 'game_recovered', missing: [missing(3)] }], false]);
});

test('what could not be compared is compared at the next connect, and no new place is named before', async () => {
  const { parts, told, journal, file } = await restoredGame();
  await rename(file, `${file}.kept`);
  // Nothing stands at its first address: reading it fails as on a disk that is broken (EIO).
  await symlink('/proc/self/mem', file);
  journal.append(4, { kind: 'begin', version: 9 });
  for (const again of [place(2), place(2), place(1)]) await parts.compareWith(again);
  expect([parts.all, told, parts.place]).toEqual([[], [], undefined]);
  await rename(`${file}.kept`, file);
  await parts.compareWith({ ...place(9), fence: 2 });
  expect(told).toEqual([{ kind: 'game_recovered', missing: [missing(3)] }]);
  expect(parts.place).toMatchObject({ fence: 2, turn: 4 });
});
