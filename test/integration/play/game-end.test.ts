import { expect, test } from 'vitest';
import { startStack } from '../../support/stack.js';

const login = { game_id: 'short', game_config: { players: 2 } };

test('a game ends with a ranking; its last state can be read, and actions are E143', async () => {
  await using stack = await startStack();
  const agent = await stack.agent('finisher');
  await agent.connect({ ...login, api_token: stack.token, game_config: { players: 2, end_turn: 2 } });
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
  await using stack = await startStack();
  const [unlucky, lucky] = await Promise.all(['unlucky', 'lucky'].map((id) => stack.agent(id)));
  if (unlucky === undefined || lucky === undefined) throw new Error('no agents');
  await unlucky.connect({ ...login, api_token: stack.token });
  await lucky.connect({ ...login, api_token: stack.token, game_id: 'other' });
  await Promise.all([unlucky.push('game_ready'), lucky.push('game_ready')]);
  const pid = stack.games.get('short')?.serverPid;
  if (pid === undefined) throw new Error('the game has no server');
  process.kill(pid, 'SIGKILL');
  expect(await unlucky.push('status')).toMatchObject({ game_id: 'short', status: 'recovering' });
  expect(await lucky.act('end_turn')).toMatchObject({ outcome: 'applied' });
  expect(await unlucky.state()).toMatchObject({ turn: 1 });
  expect(await unlucky.push('status')).toMatchObject({ game_id: 'short', status: 'ready', turn: 1 });
  expect(await unlucky.act('end_turn')).toMatchObject({ outcome: 'applied' });
  await unlucky.push('turn_start', ({ turn }) => turn === 2);
});

test('an agent that comes back to a running game has its seat again, as the same player', async () => {
  await using stack = await startStack();
  const first = await stack.agent('returner');
  const seat = await first.connect({ ...login, api_token: stack.token });
  const before = await first.state({ format: 'full' });
  await first.close();
  const second = await stack.agent('returner');
  expect(await second.connect({ ...login, api_token: stack.token })).toMatchObject({
    player_id: seat.player_id,
  });
  expect(await second.state({ format: 'full' })).toMatchObject({ turn: before.turn, units: before.units });
});

test('a late agent takes the seat of an AI in the running game and plays it', async () => {
  await using stack = await startStack();
  const early = await stack.agent('early');
  await early.connect({ ...login, api_token: stack.token });
  await early.push('game_ready');
  const late = await stack.agent('late');
  const seat = await late.connect({ ...login, api_token: stack.token });
  await late.push('turn_start');
  const state = await late.state({ format: 'full' });
  expect(state.player_id).toBe(seat.player_id);
  expect(state.units).not.toHaveLength(0);
  await early.act('end_turn');
  expect(await late.act('end_turn')).toMatchObject({ outcome: 'applied' });
  await Promise.all([early, late].map((agent) => agent.push('turn_start', (data) => data.turn === 2)));
  const full = await stack.agent('third');
  await expect(full.connect({ ...login, api_token: stack.token })).rejects.toMatchObject({ code: 'E141' });
});

test('agents get the nation and leader they ask for, or hear why not', async () => {
  await using stack = await startStack();
  const roman = await stack.agent('roman');
  await roman.connect({
    ...login,
    api_token: stack.token,
    nation: 'romans',
    leader_name: 'Gaius [AI] Example',
  });
  const state = await roman.state({ format: 'full' });
  expect(state.players).toMatchObject({ 0: { name: 'Gaius [AI] Example' } });
  const lost = await stack.agent('lost');
  const wish = lost.connect({ ...login, game_id: 'elsewhere', api_token: stack.token, nation: 'Atlanteans' });
  await expect(wish).rejects.toMatchObject({ code: 'E105', details: { path: 'data.nation' } });
});

test('a leader name alone gets a nation that can be chosen', async () => {
  await using stack = await startStack();
  const names = ['ann', 'ben', 'cyd', 'dee'];
  for (const id of names) {
    const agent = await stack.agent(id);
    const own = { ...login, game_id: id, api_token: stack.token, leader_name: `Leader ${id}` };
    expect(await agent.connect(own)).toMatchObject({ success: true });
  }
});
