import { existsSync, rmSync } from 'node:fs';
import { mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { type Clock, systemClock } from '#shared/core/clock.js';
import { readConfig } from '#shared/core/config.js';
import { gameConfigSchema } from '#shared/protocol/game-config.js';
import { OwnFolderDirectory } from '#shared/store/folder/own-folder-directory.js';
import { gameArchives } from '../../../features/archive/archive.js';
import { generatedRuleset } from '../../../features/rulesets/generated-ruleset.js';
import { ScenarioCatalog } from '../../../features/scenarios/scenario-catalog.js';
import { DiskMonitor, loggingReporter } from '../../../proxy/games/disk/disk-monitor.js';
import { type GameFolder, gameFolder } from '../../../proxy/games/disk/game-folder.js';
import { type GameRecord, newGameRecord } from '../../../proxy/games/disk/game-record.js';
import { writeRecord } from '../../../proxy/games/disk/record-file.js';
import { Journal } from '../../../proxy/games/journal/journal.js';
import { GameLeases } from '../../../proxy/games/lifecycle/game-leases.js';
import { Games } from '../../../proxy/games/lifecycle/games.js';
import { isolationOf, ServerHost } from '../../../proxy/games/server/isolation.js';
import { startProxy } from '../../../services/proxy/proxy.js';
import { ManualClock } from '../../support/manual-clock.js';
import { makeDataFolder } from '../../support/services/data-folder.js';
import { LinkClient } from '../../support/services/link-client.js';
import { plain } from '../../support/services/settings.js';

const LEASE_MS = 2000;
const log = pino({ level: 'silent' });
const ann = { agentId: 'ann', gameId: 'g' };

/** A data folder with a game `g` in its second turn, in which ann has a seat. */
async function storedGame(): Promise<{ readonly dataDir: string; readonly folder: GameFolder }> {
  const data = await makeDataFolder();
  onTestFinished(() => data[Symbol.asyncDispose]());
  const folder = gameFolder(data.path, 'g');
  await mkdir(folder.path, { recursive: true });
  const record: GameRecord = {
    ...newGameRecord('g', { config: gameConfigSchema.parse({}) }, 0, 5),
    phase: 'running',
    seats: [{ agentId: 'ann', username: 'ann', since: 0, player: 0 }],
  };
  const disk = loggingReporter(log);
  await writeRecord(folder.record, record, disk);
  const journal = new Journal(folder.journal, disk, 1);
  for (const turn of [1, 2]) journal.append(turn, { kind: 'begin', version: turn });
  journal.close();
  return { dataDir: data.path, folder };
}

function configOf(dataDir: string) {
  const config = readConfig({ ...plain, DATA_DIR: dataDir });
  if (!config.ok) throw new Error(config.failure.join('; '));
  return config.value;
}

function directoryOf(dataDir: string, clock: Clock): OwnFolderDirectory {
  const directory = new OwnFolderDirectory({ dataDir, leaseMs: LEASE_MS, clock });
  onTestFinished(() => directory.close());
  return directory;
}

interface Hooks {
  readonly clock?: Clock;
  /** Called before each write to the folder of a game. */
  beforeWrite?(): void;
  onGone?(): Promise<void>;
}

/** The games of a proxy. */
function gamesOf(dataDir: string, hooks: Hooks): Games {
  const { clock = systemClock, beforeWrite, onGone } = hooks;
  const leases = new GameLeases(directoryOf(dataDir, clock));
  const mayWrite = (gameId: string): boolean => {
    beforeWrite?.();
    return leases.mayWrite(gameId);
  };
  const config = configOf(dataDir);
  const games = new Games({
    ...{
      dataDir,
      clock,
      leases,
      log,
      archives: gameArchives,
      prepareRuleset: generatedRuleset,
      serverPath: undefined,
    },
    ...{ maxGames: () => 1, turnTimeLimit: 0, absentWait: 0, idleAfter: 3600 },
    disk: new DiskMonitor(dataDir, log, mayWrite),
    scenarios: new ScenarioCatalog(undefined),
    host: new ServerHost(isolationOf(config)),
    ...(onGone !== undefined && { onGone }),
  });
  onTestFinished(() => games.close());
  return games;
}

test.each(['orders/ann.json', 'plans/ann.jsonl'])(
  'a request for a game whose %s cannot be read gets the reason, and the game is free for others',
  async (name) => {
    const { dataDir, folder } = await storedGame();
    const file = join(folder.path, name);
    await mkdir(join(file, '..'));
    // Nothing stands at its first address: reading it fails as on a disk that is broken (EIO).
    await symlink('/proc/self/mem', file);
    const proxy = await startProxy({ config: configOf(dataDir), log });
    onTestFinished(() => proxy.close());
    const link = await LinkClient.open(proxy.port);
    const { type, data } = await link.request(ann, 'state_query', {});
    expect({ type, data }).toMatchObject({
      type: 'error',
      data: { error_code: 'E123', message: expect.stringContaining('the disk fails to read or write') },
    });
    expect(await directoryOf(dataDir, systemClock).claim('g')).toMatchObject({ ok: true });
  },
);

test('a game whose lease is lost while it loads is not taken for loaded, and loads when asked for again', async () => {
  const { dataDir } = await storedGame();
  const clock = new ManualClock();
  let isFirst = true;
  const beforeWrite = () => {
    if (!isFirst) return;
    isFirst = false;
    // Without the folder of owners the lease is lost as soon as it must be confirmed.
    rmSync(join(dataDir, 'owners'), { recursive: true });
    clock.stall(2 * LEASE_MS);
  };
  const games = gamesOf(dataDir, { clock, beforeWrite });
  expect(await games.find('g')).toMatchObject({ failure: { code: 'E123', details: { moved_to: null } } });
  expect(games.loaded).toEqual([]);
  expect(await games.find('g')).toMatchObject({ ok: true, value: { id: 'g' } });
});

test('a game being deleted when the proxy ends is deleted, and keeps no other game from being given back', async () => {
  const { dataDir, folder } = await storedGame();
  let isDeleting: () => void = () => undefined;
  let goOn: () => void = () => undefined;
  const deleting = new Promise<void>((resolve) => {
    isDeleting = resolve;
  });
  const wait = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  const onGone = async () => {
    isDeleting();
    await wait;
  };
  const games = gamesOf(dataDir, { onGone });
  await games.find('g');
  const removed = games.remove('g');
  await deleting;
  const given = games.moveOff('g', async () => undefined);
  const closed = games.close();
  goOn();
  await Promise.all([removed, given, closed]);
  expect(existsSync(folder.path)).toBe(false);
  expect(games.loaded).toEqual([]);
});
