import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { gameConfigSchema } from '#shared/protocol/game-config.js';
import { loggedOnly } from '../../../proxy/games/disk/disk-alarm.js';
import { gameFolder } from '../../../proxy/games/disk/game-folder.js';
import { newRecord } from '../../../proxy/games/disk/game-record.js';
import { writeRecord } from '../../../proxy/games/disk/record-file.js';
import { layFork } from '../../../proxy/games/restore/fork.js';
import { savedTurns } from '../../../proxy/games/saves/game-saves.js';

const disk = loggedOnly(pino({ level: 'silent' }));

test('a fork of the turn that is being played waits for its save; of another turn it is refused at once', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'freeciv-fork-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const folder = gameFolder(dataDir, 'cup');
  await mkdir(folder.saves, { recursive: true });
  await writeRecord(
    folder.record,
    { ...newRecord('cup', gameConfigSchema.parse({}), 0, 5), phase: 'running' },
    disk,
  );
  const options = { now: 0, disk, runningTurn: 3 };
  expect(await layFork(dataDir, { gameId: 'cup', turn: 2, forkId: 'two' }, options)).toMatchObject({
    failure: { code: 'E105', path: 'turn' },
  });
  const forked = layFork(dataDir, { gameId: 'cup', turn: 3, forkId: 'three' }, options);
  // Long enough for a fork that does not wait to have failed.
  await setTimeout(300);
  await writeFile(join(folder.saves, 'freeciv-T0003-Y-3900-auto.sav'), '[scenario]\n');
  expect(await forked).toEqual({ ok: true });
  expect(await savedTurns(gameFolder(dataDir, 'three'))).toMatchObject([{ turn: 3 }]);
});
