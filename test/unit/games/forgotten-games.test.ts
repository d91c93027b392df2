import { expect, test } from 'vitest';
import type { Result } from '#shared/core/result.js';
import type { Game } from '../../../proxy/games/lifecycle/game.js';
import { GamesWithoutServers, layGame } from '../../support/games-without-servers.js';
import { makeDataFolder } from '../../support/services/data-folder.js';

const { signal } = new AbortController();

function gameOf(found: Result<Game | undefined>): Game {
  if (!found.ok || found.value === undefined) throw new Error('there is no game');
  return found.value;
}

test('a request finds a game again that is forgotten before it wakes it', async () => {
  await using data = await makeDataFolder();
  await using own = await GamesWithoutServers.open(data.path, 'own');
  await layGame(data.path, 'over', { phase: 'ended' });
  const forgotten = gameOf(await own.games.find('over'));
  await own.games.unload('over');
  const woken = gameOf(await own.games.wake(forgotten, { signal }));
  expect(woken).not.toBe(forgotten);
  expect(own.games.get('over')).toBe(woken);
});

test('a request for a game that is removed before it wakes it is told that there is none', async () => {
  await using data = await makeDataFolder();
  await using own = await GamesWithoutServers.open(data.path, 'own');
  await layGame(data.path, 'over', { phase: 'ended' });
  const removed = gameOf(await own.games.find('over'));
  const removing = own.games.remove('over');
  expect(await own.games.wake(removed, { signal })).toMatchObject({ failure: { code: 'E140' } });
  await removing;
  expect(await own.games.wake(removed, { signal })).toMatchObject({ failure: { code: 'E140' } });
});
