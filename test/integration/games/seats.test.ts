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

test('a nation or leader that another has is answered with those that are free', async () => {
  await join('lobby', 'ann', { nation: 'Roman', leader_name: 'Julia' });
  const nation = join('lobby', 'ben', { nation: 'romans' });
  await expect(nation).rejects.toMatchObject({
    code: 'E105',
    message: expect.stringContaining('taken by another player'),
    details: { path: 'data.nation', free: expect.arrayContaining([expect.any(String)]) },
  });
  const leader = join('lobby', 'ben', { nation: 'Greek', leader_name: 'julia' });
  await expect(leader).rejects.toMatchObject({
    code: 'E105',
    details: { path: 'data.leader_name', free: expect.arrayContaining([expect.any(String)]) },
  });
  const seat = await join('lobby', 'ben', { nation: 'Greek', leader_name: 'Phryne' });
  expect(seat).toMatchObject({ player_id: 1 });
});

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

test("a nation's own leader is had whatever letters are in the name", async () => {
  const world = stack.games.get('lobby')?.seat('ann')?.world;
  const own = [...(world?.ruleset.nations.values() ?? [])].flatMap(({ id, adjective, leaderName }) =>
    world?.pickableNations[id] === true
      ? leaderName.map((name) => ({ nation: adjective, leader_name: name }))
      : [],
  );
  const wish = own.find(({ leader_name }) => /^[A-Z].*[^ -~]/u.test(leader_name));
  expect(wish).toBeDefined();
  expect(await join('own-leader', 'cyd', { ...wish })).toMatchObject({ player_id: 0 });
});

test('in a running game the seats that AIs play can be had by nation; what else is asked for is answered with them', async () => {
  const early = await stack.agent('eva');
  const config = { players: 3, min_agents: 1 };
  await early.connect({ api_token: stack.token, game_id: 'runs', game_config: config });
  await early.push('turn_start');
  const refusal = await join('runs', 'late', { nation: 'Atlantean' }).catch((error) => error);
  expect(refusal).toMatchObject({ code: 'E105', details: { path: 'data.nation' } });
  const { free } = refusal.details;
  expect(free).toHaveLength(2);
  expect(free[1]).toMatchObject({
    player_id: 2,
    nation: expect.any(String),
    leader_name: expect.any(String),
  });
  const { nation, leader_name } = free[1];
  expect(await join('runs', 'late', { nation, leader_name })).toMatchObject({ player_id: 2 });
  const taken = join('runs', 'later', { nation });
  await expect(taken).rejects.toMatchObject({ code: 'E105', details: { free: [{ player_id: 1 }] } });
});
