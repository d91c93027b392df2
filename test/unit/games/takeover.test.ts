import { existsSync } from 'node:fs';
import { mkdir, rm, symlink, utimes } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { incomingFolder } from '../../../proxy/games/disk/game-folder.js';
import { GamesWithoutServers, layGame } from '../../support/games-without-servers.js';
import { ManualClock } from '../../support/manual-clock.js';
import { makeDataFolder } from '../../support/services/data-folder.js';

const MANY = Array.from({ length: 20 }, (_, at) => at);

test('a search for games to take over reads the owners once, however many games there are', async () => {
  await using data = await makeDataFolder();
  await using other = await GamesWithoutServers.open(data.path, 'other');
  await using own = await GamesWithoutServers.open(data.path, 'own');
  for (const at of MANY) {
    await layGame(data.path, `asleep-${at}`, { phase: 'running' });
    await layGame(data.path, `theirs-${at}`, { phase: 'running', isLive: true });
    await other.leases.take(`theirs-${at}`);
  }
  const before = own.directory.reads;
  await own.games.recoverAll();
  expect(own.directory.reads - before).toBe(1);
  expect(own.games.loaded).toEqual([]);
});

test('the list of games leaves out those of other proxies, also by one look at the owners', async () => {
  await using data = await makeDataFolder();
  await using other = await GamesWithoutServers.open(data.path, 'other');
  await using own = await GamesWithoutServers.open(data.path, 'own');
  for (const id of ['asleep', 'theirs']) await layGame(data.path, id, { phase: 'running' });
  await layGame(data.path, 'ended', { phase: 'ended' });
  for (const id of ['theirs', 'ended']) await other.leases.take(id);
  const before = own.directory.reads;
  const onDisk = await own.games.onDisk();
  expect(onDisk.ok && onDisk.value.map(({ gameId }) => gameId).toSorted()).toEqual(['asleep', 'ended']);
  expect(own.directory.reads - before).toBe(1);
});

test('a search that finds no game with a server does not look at the owners', async () => {
  await using data = await makeDataFolder();
  await using own = await GamesWithoutServers.open(data.path, 'own');
  await layGame(data.path, 'asleep', { phase: 'running' });
  const before = own.directory.reads;
  await own.games.recoverAll();
  expect(own.directory.reads - before).toBe(0);
});

test('what a killed proxy was laying on the disk is removed, not what another proxy is laying', async () => {
  await using data = await makeDataFolder();
  await using other = await GamesWithoutServers.open(data.path, 'other');
  await using own = await GamesWithoutServers.open(data.path, 'own');
  await other.leases.takeNew('theirs');
  for (const id of ['left', 'theirs', 'begun']) {
    const folder = incomingFolder(data.path, id);
    await mkdir(folder, { recursive: true });
    if (id !== 'begun') await utimes(folder, 1, 1);
  }
  await own.games.recoverAll();
  const remain = (id: string): boolean => existsSync(incomingFolder(data.path, id));
  expect(['left', 'theirs', 'begun'].filter(remain)).toEqual(['theirs', 'begun']);
  expect(await other.leases.takeNew('left')).toMatchObject({ ok: true });
});

test('what is left of a new game and cannot be removed is tried again, and keeps nothing else', async () => {
  await using data = await makeDataFolder();
  const clock = new ManualClock();
  await using own = await GamesWithoutServers.open(data.path, 'own', undefined, clock);
  const lay = async (id: string) => {
    await mkdir(incomingFolder(data.path, id), { recursive: true });
    await utimes(incomingFolder(data.path, id), 1, 1);
  };
  await Promise.all(['a', 'z'].map(lay));
  // A link to itself cannot be looked at.
  await symlink('m', incomingFolder(data.path, 'm'));
  await own.games.recoverAll();
  const isLeft = (id: string): boolean => existsSync(incomingFolder(data.path, id));
  expect(['a', 'z'].filter(isLeft)).toEqual([]);
  await rm(incomingFolder(data.path, 'm'));
  await lay('m');
  clock.pass(60_000);
  await expect.poll(() => isLeft('m')).toBe(false);
});
