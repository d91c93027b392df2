import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { failure } from '#shared/core/failure.js';
import { fail } from '#shared/core/result.js';
import { gameConfigSchema } from '#shared/protocol/game-config.js';
import { type GameFolder, gameFolder } from '../../../proxy/games/disk/game-folder.js';
import { type GameRecord, newGameRecord } from '../../../proxy/games/disk/game-record.js';
import { unguarded } from '../../../proxy/games/disk/write-guard.js';
import { Journal } from '../../../proxy/games/journal/journal.js';
import { restoreWithRetries } from '../../../proxy/games/restore/restore-with-retries.js';
import { removeServerFolder, serverFolders } from '../../../proxy/games/server/server-folder.js';
import { startServerProcess } from '../../../proxy/games/server/server-process.js';
import { createWorld } from '../../../proxy/world/world.js';
import { serverHost } from '../../support/isolation.js';
import { LosableGame } from './support/losable-game.js';

const log = pino({ level: 'silent' });
const elsewhere = { failure: { code: 'E123', details: { moved_to: null } } };
let data = '';
let folder: GameFolder;

beforeEach(async () => {
  data = await mkdtemp(join(tmpdir(), 'freeciv-lost-'));
  folder = gameFolder(data, 'g');
  for (const file of [
    'in/restored.sav',
    'out/freeciv-T0011-Y-3500-auto.sav.gz',
    'out/private',
    'out/scorelog',
  ]) {
    const path = join(folder.run, 'server-of-the-new-owner', file);
    await mkdir(join(path, '..'), { recursive: true });
    await writeFile(path, '');
  }
});

afterEach(() => rm(data, { recursive: true, force: true }));

const filesInRun = async () => (await readdir(folder.run, { recursive: true })).toSorted();

/** A start that would fail for want of a program, if it came so far. */
const start = (game: LosableGame) =>
  startServerProcess({
    ...{ binary: join(data, 'none'), host: serverHost, runDir: folder.run, isForHumans: false, log },
    guard: game.disk,
  });

test('a proxy that lost the game starts no server, and leaves the folder of the one that runs', async () => {
  const before = await filesInRun();
  const game = new LosableGame();
  game.lose();
  expect(await start(game)).toMatchObject(elsewhere);
  expect(await filesInRun()).toEqual(before);
});

test('a proxy that loses the game while it makes the folder of a server removes it again', async () => {
  await rm(folder.run, { recursive: true });
  const game = new LosableGame();
  game.loseAfterCheck(() => undefined);
  expect(await start(game)).toMatchObject(elsewhere);
  expect(await filesInRun()).toEqual([]);
});

test('a proxy that loses the game while it clears the folder of a server removes nothing more', async () => {
  const game = new LosableGame();
  const [server] = serverFolders(folder.run);
  if (server === undefined) throw new Error('no folder');
  game.loseAfterCheck(() => undefined);
  await removeServerFolder(server, game.disk);
  // One file was removed in the step that the proxy was in.
  expect(await readdir(server.out)).toHaveLength(2);
  expect(await readdir(server.given)).toHaveLength(1);
  await removeServerFolder(server, unguarded);
  expect(await filesInRun()).toEqual([
    'server-of-the-new-owner',
    'server-of-the-new-owner/out',
    'server-of-the-new-owner/out/freeciv-T0011-Y-3500-auto.sav.gz',
  ]);
});

test('a begun game that a full disk keeps from its server can be asked for again', async () => {
  const { disk } = new LosableGame();
  const lobby = newGameRecord('g', { config: gameConfigSchema.parse({}) }, 0, 0);
  const full = { disk: 'the disk is full' };
  const attempt = (record: GameRecord) =>
    restoreWithRetries({
      ...{ record, folder, log, disk, journal: new Journal(folder.journal, disk), missing: [] },
      loading: { draws: 0 },
      worldFor: (_agentId, phase) => createWorld(phase),
      launch: async () => fail(failure('E142', 'The save is not given to the server', { details: full })),
    });
  expect(await attempt(lobby)).toMatchObject({ failure: { code: 'E142', details: full } });
  const begun = await attempt({ ...lobby, phase: 'running' });
  expect(begun).toMatchObject({ failure: { code: 'E123', details: full } });
});

test('a game that is lost to another proxy while it is restored is not tried again', async () => {
  const game = new LosableGame();
  let launches = 0;
  const restored = await restoreWithRetries({
    record: newGameRecord('g', { config: gameConfigSchema.parse({}) }, 0, 0),
    ...{ folder, log, disk: game.disk, journal: new Journal(folder.journal, game.disk), missing: [] },
    loading: { draws: 0 },
    worldFor: (_agentId, phase) => createWorld(phase),
    launch: async () => {
      launches += 1;
      game.lose();
      return fail(failure('E142', 'The game server cannot be started'));
    },
  });
  expect(restored).toMatchObject(elsewhere);
  expect(launches).toBe(1);
});
