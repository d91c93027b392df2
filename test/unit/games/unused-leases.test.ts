import { expect, test } from 'vitest';
import { forkGame } from '../../../features/forks/fork.js';
import { GamesWithoutServers, layGame } from '../../support/games-without-servers.js';
import { makeDataFolder } from '../../support/services/data-folder.js';

/** Delays of the fork against the load, in turns of the event loop. */
const DELAYS = Array.from({ length: 30 }, (_, at) => at);

test('a fork that is refused does not give back a game that is being loaded', async () => {
  await using data = await makeDataFolder();
  await using own = await GamesWithoutServers.open(data.path, 'own');
  for (const delay of DELAYS) {
    const forkId = `two-${delay}`;
    await layGame(data.path, forkId, { phase: 'running' });
    const finding = own.games.find(forkId);
    for (let turn = 0; turn < delay; turn += 1) await new Promise(setImmediate);
    const forked = await forkGame(
      { games: own.games, dataDir: data.path },
      { gameId: 'none', turn: 1, forkId },
    );
    expect(forked).toMatchObject({ ok: false, failure: { code: 'E140' } });
    expect(await finding).toMatchObject({ ok: true, value: { id: forkId } });
    expect(own.games.owns(forkId)).toBe(true);
  }
});

test('an id that no game came of is free for other proxies, however many asked for it at once', async () => {
  await using data = await makeDataFolder();
  await using own = await GamesWithoutServers.open(data.path, 'own');
  await using other = await GamesWithoutServers.open(data.path, 'other');
  const forks = [1, 2, 3].map((turn) =>
    forkGame({ games: own.games, dataDir: data.path }, { gameId: 'none', turn, forkId: 'two' }),
  );
  for (const fork of await Promise.all(forks)) expect(fork.ok).toBe(false);
  expect((await other.leases.take('two')).ok).toBe(true);
});

test('a proxy whose last announcement says that it has room does not give a game to itself', async () => {
  await using data = await makeDataFolder();
  await using own = await GamesWithoutServers.open(data.path, 'own');
  const entry = { id: 'own', url: 'ws://own', games: 0, maxGames: 1, isDraining: false };
  await own.directory.announce(entry);
  expect(await own.leases.proxyWithRoom()).toBeUndefined();
  await using other = await GamesWithoutServers.open(data.path, 'other');
  await other.directory.announce({ ...entry, id: 'other', url: 'ws://other' });
  expect(await own.leases.proxyWithRoom()).toBe('ws://other');
});
