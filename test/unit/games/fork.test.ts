import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { gameConfigSchema } from '#shared/protocol/game-config.js';
import { writeFork } from '../../../features/forks/fork.js';
import { loggingReporter } from '../../../proxy/games/disk/disk-monitor.js';
import { gameFolder, gameFolderAt, incomingFolder } from '../../../proxy/games/disk/game-folder.js';
import { newGameRecord } from '../../../proxy/games/disk/game-record.js';
import { readRecord, writeRecord } from '../../../proxy/games/disk/record-file.js';
import { NotOwned } from '../../../proxy/games/disk/write-guard.js';
import { savedTurns } from '../../../proxy/games/saves/stored-saves.js';

const seats = [{ agentId: 'bea', player: 0, username: 'bea', since: 1 }];
const shown = {
  turn: 3,
  players: [{ player_id: 0, name: 'Bea', nation: 'Roman', is_ai: false, color: null }],
};
const disk = loggingReporter(pino({ level: 'silent' }));

test('a fork of this turn waits for its save; of another turn, or with an id that was lost, it is refused', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'freeciv-fork-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const folder = gameFolder(dataDir, 'cup');
  await mkdir(folder.saves, { recursive: true });
  const record = {
    ...newGameRecord('cup', { config: gameConfigSchema.parse({}) }, 0, 5),
    phase: 'running',
  } as const;
  await writeRecord(folder.record, record, disk);
  const options = { now: 0, source: disk, disk, loaded: { record: { ...record, seats, shown }, turn: 3 } };
  expect(await writeFork(dataDir, { gameId: 'cup', turn: 2, forkId: 'two' }, options)).toMatchObject({
    failure: { code: 'E105', path: 'turn' },
  });
  const wish = { gameId: 'cup', turn: 3, forkId: 'three', toAi: ['bea'] };
  const fork = gameFolder(dataDir, 'three');
  // A proxy that is killed before any of its writes leaves no part of a fork.
  const whole = {
    ...disk,
    checkOwned: () => {
      if (existsSync(fork.path)) throw new Error('a part of the fork has its name');
    },
  };
  const forked = writeFork(dataDir, wish, { ...options, disk: whole });
  // Long enough for a fork that does not wait to have failed.
  await setTimeout(300);
  await writeFile(join(folder.saves, 'freeciv-T0003-Y-3900-auto.sav'), '[scenario]\n');
  expect(await forked).toEqual({ ok: true });
  expect(await savedTurns(fork, disk)).toMatchObject([{ turn: 3 }]);
  // The file of the game does not have the names of its players yet.
  expect(await readRecord(fork.record)).toMatchObject({ value: { seats: [], givenToAi: ['Bea'] } });

  const incoming = gameFolderAt(incomingFolder(dataDir, 'four'));
  await writeRecord(incoming.record, record, disk);
  const lost = {
    ...disk,
    checkOwned: () => {
      throw new NotOwned('four');
    },
  };
  const refused = writeFork(dataDir, { ...wish, forkId: 'four' }, { ...options, disk: lost });
  expect(await refused).toMatchObject({ failure: { code: 'E142' } });
  // Another proxy has the id by now, and is writing its own fork.
  expect(existsSync(incoming.record)).toBe(true);
});
