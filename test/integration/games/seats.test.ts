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
