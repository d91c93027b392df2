import { existsSync, symlinkSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { gameConfigSchema } from '#shared/protocol/game-config.js';
import { OwnFolderDirectory } from '#shared/store/folder/own-folder-directory.js';
import { gameArchives } from '../../../features/archive/archive.js';
import { generatedRuleset } from '../../../features/rulesets/generated-ruleset.js';
import { ScenarioCatalog } from '../../../features/scenarios/scenario-catalog.js';
import { DiskMonitor, loggingReporter } from '../../../proxy/games/disk/disk-monitor.js';
import { gameFolder } from '../../../proxy/games/disk/game-folder.js';
import { newGameRecord } from '../../../proxy/games/disk/game-record.js';
import { writeRecord } from '../../../proxy/games/disk/record-file.js';
import { GameLeases } from '../../../proxy/games/lifecycle/game-leases.js';
import { Games } from '../../../proxy/games/lifecycle/games.js';
import { serverHost } from '../../support/isolation.js';
import { ManualClock } from '../../support/manual-clock.js';
import { makeDataFolder } from '../../support/services/data-folder.js';

const log = pino({ level: 'silent' });
const leaseMs = 1000;

/** A proxy with a game on its disk. `onGone` is called by a deletion before it removes anything. */
async function startGames(onGone: (dataDir: string, clock: ManualClock) => void) {
  const data = await makeDataFolder();
  onTestFinished(() => data[Symbol.asyncDispose]());
  const dataDir = data.path;
  const clock = new ManualClock();
  const directory = new OwnFolderDirectory({ dataDir, leaseMs, clock });
  onTestFinished(() => directory.close());
  const leases = new GameLeases(directory);
  const disk = new DiskMonitor(dataDir, log, (gameId) => leases.mayWrite(gameId));
  const games = new Games({
    ...{
      dataDir,
      clock,
      disk,
      leases,
      log,
      archives: gameArchives,
      prepareRuleset: generatedRuleset,
      host: serverHost,
      serverPath: undefined,
    },
    ...{ maxGames: () => 1, turnTimeLimit: 0, absentWait: 0, idleAfter: 1000 },
    scenarios: new ScenarioCatalog(undefined),
    onGone: async () => onGone(dataDir, clock),
  });
  onTestFinished(() => games.close());
  const folder = gameFolder(dataDir, 'g');
  await mkdir(folder.path, { recursive: true });
  const record = newGameRecord('g', { config: gameConfigSchema.parse({}) }, 0, clock.now());
  await writeRecord(folder.record, record, loggingReporter(log));
  return { games, folder };
}

test('a proxy that lost a game while it deleted it leaves the files to the new owner', async () => {
  const { games, folder } = await startGames((dataDir, clock) => {
    const owner = join(dataDir, 'owners', 'g@2');
    if (existsSync(folder.record) && games.owns('g')) symlinkSync('another-process', owner);
    // As long as a proxy stands still before others take its games.
    clock.stall(leaseMs);
  });
  expect(await games.find('g')).toMatchObject({ ok: true, value: { id: 'g' } });
  await games.remove('g');
  expect(existsSync(folder.record)).toBe(true);
  expect(games.get('g')).toBeUndefined();
});

test('a proxy that keeps the game it deletes removes its files', async () => {
  const { games, folder } = await startGames((_, clock) => clock.stall(leaseMs));
  await games.find('g');
  await games.remove('g');
  expect(existsSync(folder.path)).toBe(false);
});
