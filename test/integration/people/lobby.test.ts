import { expect, test } from 'vitest';
import { openGame, startForPeople } from '../../support/people-stack.js';
import { invite, PersonClient } from '../../support/person-client.js';

test('a person who comes again to the lobby has the nation that it chose, also in the game that begins', async () => {
  await using stack = await startForPeople();
  const ann = await openGame(stack, 'lobby', { min_agents: 3, players: 4 });
  const invitation = await invite(stack, 'lobby', 'person-1');
  const person = await PersonClient.join(invitation);
  const nation = [...person.world.ruleset.nations.values()].find(({ adjective }) =>
    adjective.includes('Zulu'),
  );
  if (nation === undefined) throw new Error('there are no Zulus');
  const playerNo = person.world.seat.player ?? -1;
  const wish = { playerNo, nationNo: nation.id, isMale: false, name: 'Nandi', style: nation.style };
  await person.send('nation_select_req', wish);
  await person.send('nation_select_req', { ...wish, playerNo: 0, name: 'Shaka' });
  await person[Symbol.asyncDispose]();
  await using again = await PersonClient.join(invitation);
  const own = () => again.world.players.get(again.world.seat.player ?? -1);
  await expect.poll(own).toMatchObject({ name: 'Nandi', nation: nation.id, isMale: false });
  const bob = await stack.agent('bob');
  await bob.connect({ api_token: stack.token, game_id: 'lobby' });
  await ann.push('game_ready');
  await expect.poll(() => again.turn).toBe(1);
  expect(own()).toMatchObject({ name: 'Nandi', nation: nation.id });
  const others = [...again.world.players.values()].map(({ name }) => name);
  expect(others).not.toContain('Shaka');
});
