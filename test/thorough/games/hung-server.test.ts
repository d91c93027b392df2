import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { playTurn } from '../../support/scripted-player.js';
import { seededRandom } from '../../support/seeded-random.js';
import { startStack } from '../../support/stack.js';
import { TwoAgents } from '../../support/two-agents.js';

test('a game server that hangs is noticed, and the game comes back as it was', async () => {
  await using stack = await startStack();
  const game = await TwoAgents.begin(stack, 'hung');
  for (const agent of game.agents) await playTurn(agent, seededRandom(3));
  const before = await game.positions();
  process.kill(stack.games.get('hung')?.serverPid ?? 0, 'SIGSTOP');
  for (const told of await game.isBack()) expect(told).toMatchObject({ status: 'ready', turn: 1 });
  expect(await game.positions()).toEqual(before);
  await game.nextTurn();
});

test('a game whose record is damaged says so, can be deleted, and harms no other', async () => {
  await using stack = await startStack({ ADMIN_TOKEN: 'the-admin-token-of-tests' });
  const game = await TwoAgents.begin(stack, 'whole');
  await TwoAgents.begin({ token: stack.token, agent: (id) => stack.agent(`${id}-2`) }, 'broken');
  await stack.games.unload('broken');
  for (const name of ['game.json', 'game.json.before'])
    await writeFile(join(stack.dataDir, 'games', 'broken', name), '{"version":1,"id":"bro');
  const late = await stack.agent('late');
  const wish = late.connect({ api_token: stack.token, game_id: 'broken' });
  await expect(wish).rejects.toMatchObject({ code: 'E142', details: { file: 'game.json' } });
  const ask = async (method: string, path: string) => {
    const headers = { authorization: 'Bearer the-admin-token-of-tests' };
    const response = await fetch(`${stack.httpUrl}/api/games${path}`, { method, headers });
    return response.json();
  };
  expect(await ask('GET', '')).toMatchObject({
    games: [
      { game_id: 'broken', state: 'lost' },
      { game_id: 'whole', state: 'running' },
    ],
  });
  expect(await ask('GET', '/broken')).toMatchObject({
    code: 'E142',
    error: expect.stringContaining('game.json'),
  });
  await game.nextTurn();
  expect(await ask('DELETE', '/broken')).toEqual({ deleted: 'broken' });
  expect(await ask('GET', '')).toMatchObject({ games: [{ game_id: 'whole' }] });
});
