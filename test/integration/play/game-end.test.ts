import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Stack, startStack } from '../../support/stack.js';

let stack: Stack;

beforeAll(async () => {
  stack = await startStack();
});

afterAll(() => stack[Symbol.asyncDispose]());

/** What logs an agent in to a game of that id. */
function loginTo(game_id: string, config: Readonly<Record<string, unknown>> = {}) {
  return { api_token: stack.token, game_id, game_config: { players: 2, ...config } };
}

test('a game ends with a ranking; its last state can be read, and actions are E143', async () => {
  const agent = await stack.agent('finisher');
  await agent.connect(loginTo('short', { end_turn: 2 }));
  for (const turn of [1, 2]) {
    await agent.push('turn_start', (data) => data.turn === turn);
    await agent.act('end_turn');
  }
  const { ranking } = await agent.push('game_ended');
  expect(ranking).toHaveLength(2);
  expect(ranking).toContainEqual(expect.objectContaining({ player_id: 0, score: expect.any(Number) }));
  await expect(agent.act('end_turn')).rejects.toMatchObject({ code: 'E143' });
  expect(await agent.state({ format: 'full' })).toMatchObject({ player_id: 0 });
});

test('when the game server dies, agents are told, the game comes back, and another game goes on', async () => {
  const [unlucky, lucky] = await Promise.all(['unlucky', 'lucky'].map((id) => stack.agent(id)));
  if (unlucky === undefined || lucky === undefined) throw new Error('no agents');
  await unlucky.connect(loginTo('lost'));
  await lucky.connect(loginTo('other'));
  await Promise.all([unlucky.push('game_ready'), lucky.push('game_ready')]);
  const pid = stack.games.get('lost')?.serverPid;
  if (pid === undefined) throw new Error('the game has no server');
  process.kill(pid, 'SIGKILL');
  expect(await unlucky.push('status')).toMatchObject({ game_id: 'lost', status: 'recovering' });
  expect(await lucky.act('end_turn')).toMatchObject({ outcome: 'applied' });
  expect(await unlucky.state()).toMatchObject({ turn: 1 });
  expect(await unlucky.push('status')).toMatchObject({ game_id: 'lost', status: 'ready', turn: 1 });
  expect(await unlucky.act('end_turn')).toMatchObject({ outcome: 'applied' });
  await unlucky.push('turn_start', ({ turn }) => turn === 2);
});

test('who comes back has the seat again, and a late agent that of an AI, which it plays', async () => {
  const first = await stack.agent('early');
  const { player_id } = await first.connect(loginTo('going-on'));
  const before = await first.state({ format: 'full' });
  await first.close();
  const early = await stack.agent('early');
  expect(await early.connect(loginTo('going-on'))).toMatchObject({ player_id });
  expect(await early.state({ format: 'full' })).toMatchObject({ turn: before.turn, units: before.units });
  const late = await stack.agent('late');
  const seat = await late.connect(loginTo('going-on'));
  await late.push('turn_start');
  const state = await late.state({ format: 'full' });
  expect(state.player_id).toBe(seat.player_id);
  expect(state.units).not.toHaveLength(0);
  await early.act('end_turn');
  expect(await late.act('end_turn')).toMatchObject({ outcome: 'applied' });
  await Promise.all([early, late].map((agent) => agent.push('turn_start', (data) => data.turn === 2)));
  const full = await stack.agent('third');
  await expect(full.connect(loginTo('going-on'))).rejects.toMatchObject({ code: 'E141' });
});

test('a leader is had with the nation asked for, or alone with one that can be chosen', async () => {
  const own = loginTo('leaders', { players: 5, min_agents: 5 });
  const leaders = ['Leader ann', 'Leader ben', 'Leader cyd', 'Leader dee', 'Gaius [AI] Example'];
  for (const [index, leader_name] of leaders.entries()) {
    const agent = await stack.agent(`leader-${index}`);
    const nation = leader_name.startsWith('Gaius') ? { nation: 'romans' } : {};
    const answer = await agent.connect({ ...own, ...nation, leader_name });
    expect(answer).toMatchObject({ success: true });
    expect(answer).not.toHaveProperty('not_granted');
  }
  const { players, ruleset } = stack.games.get('leaders')?.seat('leader-4')?.world ?? {};
  expect([...(players?.values() ?? [])].map(({ name }) => name).toSorted()).toEqual(leaders.toSorted());
  const gaius = [...(players?.values() ?? [])].find(({ name }) => name.startsWith('Gaius'));
  expect(ruleset?.nations.get(gaius?.nation ?? -1)?.adjective).toBe('Roman');
});
