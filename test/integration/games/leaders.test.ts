import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Stack, startStack } from '../../support/stack.js';

let stack: Stack;

beforeAll(async () => {
  stack = await startStack();
});

afterAll(() => stack[Symbol.asyncDispose]());

const game_config = { players: 4, min_agents: 2 };

async function join(game_id: string, agentId: string, wish: Readonly<Record<string, unknown>>) {
  const agent = await stack.agent(agentId);
  return agent.connect({ api_token: stack.token, game_id, game_config, ...wish });
}

test.each([
  ['pa', 'Pa'],
  ['  small caesar ', 'Small caesar'],
])('the leader name "%s" is had as the server keeps it', async (leader_name, kept) => {
  const game = `kept-${kept.length}`;
  const { player_id } = await join(game, `one-${game}`, { nation: 'Roman', leader_name });
  const { players } = stack.games.get(game)?.seat(`one-${game}`)?.world ?? {};
  expect(players?.get(Number(player_id))?.name).toBe(kept);
});

test('a leader name that the server does not take is refused as that, not as a nation', async () => {
  for (const [index, leader_name] of ['Æthelred', 'a|b', 'Ärger "x"'].entries()) {
    const refused = join('forbidden', `one-${index}`, { nation: 'Roman', leader_name });
    await expect(refused).rejects.toMatchObject({
      code: 'E105',
      message: expect.stringContaining('ASCII'),
      details: { path: 'data.leader_name', free: expect.arrayContaining([expect.any(String)]) },
    });
  }
});
