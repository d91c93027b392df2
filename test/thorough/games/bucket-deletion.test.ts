import { existsSync, readdirSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { fail } from '#shared/core/result.js';
import { AgentFiles } from '../../../features/agent-files/agent-files.js';
import { ArchiveRetention } from '../../../features/archive/retention.js';
import { forkGame } from '../../../features/forks/fork.js';
import { GameOperations } from '../../../features/operations/operations.js';
import { gameFolder } from '../../../proxy/games/disk/game-folder.js';
import { must } from '../../support/changed-world.js';
import { GamesWithoutServers, layGame } from '../../support/games-without-servers.js';
import { modelsOf } from '../../support/models.js';
import { BucketServer } from '../../support/s3/bucket-server.js';
import { makeDataFolder } from '../../support/services/data-folder.js';

const AWAY = { ok: false, failure: { code: 'E123', details: { retry_after: 5 } } };
const DELETED = { ok: true, value: { deleted: 'one' } };

/** A proxy that has the game `one` in a bucket, as a game that had a server. */
async function proxyWithGame() {
  const bucket = await BucketServer.start();
  const data = await makeDataFolder();
  const dataDir = data.path;
  await layGame(dataDir, 'one', { phase: 'running', isLive: true });
  const store = bucket.objects();
  const proxy = await GamesWithoutServers.open(dataDir, 'own', store);
  await proxy.games.find('one');
  expect(await proxy.storage?.whenStored('one', true)).toBe(true);
  return {
    ...{ bucket, store, dataDir, proxy },
    folder: gameFolder(dataDir, 'one').path,
    remove: () => operationsOf(proxy, dataDir).answer('game_delete', 'one', {}),
    objects: async () => {
      const listed = await store.list('');
      return listed.ok ? listed.value.map(({ key }) => key) : listed.failure;
    },
    async [Symbol.asyncDispose]() {
      for (const part of [proxy, bucket, data]) await part[Symbol.asyncDispose]();
    },
  };
}

function operationsOf({ games, disk }: GamesWithoutServers, dataDir: string): GameOperations {
  return new GameOperations({
    games,
    dataDir,
    models: modelsOf(dataDir, disk),
  });
}

/** What the agents of the game are told from now on. */
function toldBy({ games }: GamesWithoutServers): readonly string[] {
  const told: string[] = [];
  const game = must(games.get('one'));
  const emit = game.emit.bind(game);
  game.emit = (event) => {
    told.push(event.kind);
    emit(event);
  };
  return told;
}

test('a game is not deleted while the bucket is away, and goes on; it can be when the bucket is back', async () => {
  await using one = await proxyWithGame();
  await one.bucket.cut();
  expect(await one.remove()).toMatchObject(AWAY);
  expect(existsSync(one.folder)).toBe(true);
  expect(one.proxy.games.get('one')).toBeDefined();
  await one.bucket.mend();
  expect(await one.proxy.storage?.whenStored('one', true)).toBe(true);
  const told = toldBy(one.proxy);
  expect(await one.remove()).toEqual(DELETED);
  expect(told).toEqual(['game_deleted']);
  expect(await one.objects()).toEqual([]);
  expect(existsSync(one.folder)).toBe(false);
});

test('a game that is only in the bucket is not deleted while that is away either', async () => {
  await using one = await proxyWithGame();
  await one.proxy.games.unload('one');
  await one.bucket.cut();
  expect(await one.remove()).toMatchObject(AWAY);
  await one.bucket.mend();
  // Another proxy may take it.
  expect(one.proxy.games.owns('one')).toBe(false);
  expect(await one.remove()).toEqual(DELETED);
  expect(await one.objects()).toEqual([]);
});

test.each([0, 1])(
  'a game that the bucket removes in part (%i requests) can be deleted again',
  async (requests) => {
    await using one = await proxyWithGame();
    const remove = one.store.remove.bind(one.store);
    let left = requests;
    one.store.remove = async (keys) => {
      left -= 1;
      return left < 0 ? fail('away') : remove(keys);
    };
    const told = toldBy(one.proxy);
    expect(await one.remove()).toMatchObject(AWAY);
    expect(await one.objects()).not.toEqual([]);
    expect(told).toEqual([]);
    one.store.remove = remove;
    expect(await one.remove()).toEqual(DELETED);
    expect(await one.objects()).toEqual([]);
    expect(existsSync(one.folder)).toBe(false);
    await expect.poll(one.remove).toMatchObject({ failure: { code: 'E140' } });
  },
);

test('an archive that is not removed counts as there, and is removed the next time', async () => {
  await using one = await proxyWithGame();
  const lines: string[] = [];
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) });
  const { dataDir, proxy } = one;
  await writeFile(gameFolder(dataDir, 'one').manifest, '{}');
  expect(await proxy.storage?.whenStored('one', true)).toBe(true);
  await proxy.games.unload('one');
  await using other = await GamesWithoutServers.open(dataDir, 'other');
  await other.leases.take('one');
  const { games, storage } = proxy;
  const limits = { bytes: 0, age: 0 };
  using retention = new ArchiveRetention({ games, dataDir, storage, limits, log });
  await expect.poll(() => lines.join()).toContain('an old archive could not be removed');
  expect(lines.join()).not.toContain('was removed');
  await other.leases.giveBack('one');
  await retention.prune(Date.now());
  expect(lines.join()).toContain('was removed');
  expect(await one.objects()).toEqual([]);
});

test('notes that are removed of an agent are gone from the bucket, too', async () => {
  await using one = await proxyWithGame();
  const { dataDir, proxy, folder, bucket } = one;
  await mkdir(join(folder, 'notes'));
  for (const agent of ['ann', 'ben']) await writeFile(join(folder, 'notes', `${agent}.json`), '{"notes":[]}');
  expect(await proxy.storage?.whenStored('one', true)).toBe(true);
  const logs = { flush: async () => undefined, forget: async () => undefined };
  const files = new AgentFiles({ dataDir, caches: [], logs });
  const { record } = must(proxy.games.get('one'));
  expect(await files.remove(record, 'ann')).toEqual(['notes/ann.json']);
  expect(await proxy.storage?.whenStored('one', true)).toBe(true);
  await proxy.games.unload('one');
  await using elsewhere = await makeDataFolder();
  await using other = await GamesWithoutServers.open(elsewhere.path, 'other', bucket.objects());
  expect(await other.games.find('one')).toMatchObject({ ok: true });
  expect(readdirSync(join(gameFolder(elsewhere.path, 'one').path, 'notes'))).toEqual(['ben.json']);
});

test('a game of another proxy is not deleted here', async () => {
  await using one = await proxyWithGame();
  await one.proxy.games.unload('one');
  await using other = await GamesWithoutServers.open(one.dataDir, 'other');
  await other.leases.take('one');
  const elsewhere = { code: 'E123', details: { moved_to: 'ws://other:8002/llmsocket/8002' } };
  expect(await one.remove()).toMatchObject({ ok: false, failure: elsewhere });
  expect(await one.objects()).not.toEqual([]);
});

test('a fork that is refused leaves its id free for other proxies', async () => {
  await using one = await proxyWithGame();
  await using other = await GamesWithoutServers.open(one.dataDir, 'other');
  await one.proxy.games.unload('one');
  const fork = (forkId: string) =>
    forkGame({ games: one.proxy.games, dataDir: one.dataDir }, { gameId: 'one', turn: 1, forkId });
  expect(await fork('one')).toMatchObject({ failure: { code: 'E105' } });
  expect((await other.leases.take('one')).ok).toBe(true);
  await one.bucket.cut();
  expect(await fork('two')).toMatchObject(AWAY);
  expect((await other.leases.take('two')).ok).toBe(true);
});
