import { setImmediate } from 'node:timers/promises';
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

test('a nation or leader that another has is said not to be granted, and another is had', async () => {
  const first = await join('lobby', 'ann', { nation: 'Roman', leader_name: 'Julia' });
  expect(first).not.toHaveProperty('not_granted');
  const wish = { nation: 'romans', leader_name: 'julia' };
  const answer = await join('lobby', 'ben', wish);
  const [leader, nation] = ['Another player has that name', 'Another player has that nation'];
  expect(answer).toMatchObject({
    player_id: 1,
    not_granted: [
      { field: 'nation', wanted: 'romans', got: expect.any(String), reason: nation },
      { field: 'leader_name', wanted: 'julia', got: expect.any(String), reason: leader },
    ],
  });
});

test('a nation not in the ruleset is refused with those that are meant and free, and leaves no game', async () => {
  for (const gameId of ['misspelt-1', 'misspelt-2']) {
    const refused = join(gameId, 'cyd', { nation: 'Romanz' });
    const free = expect.arrayContaining([expect.any(String)]);
    const details = { path: 'data.nation', did_you_mean: expect.arrayContaining(['Roman']), free };
    await expect(refused).rejects.toMatchObject({ code: 'E105', details });
    expect(stack.games.get(gameId)).toBeUndefined();
  }
  expect(await join('misspelt-1', 'cyd', { nation: 'Roman' })).toMatchObject({ player_id: 0 });
});

test('a login that is refused leaves the game to those who have joined it', async () => {
  await using crowded = await startStack({ MAX_GAMES: '1' });
  const joins = async (agentId: string, nation: string) => {
    const agent = await crowded.agent(agentId);
    return agent.connect({ api_token: crowded.token, game_id: 'shared', game_config, nation });
  };
  const asked = [joins('ann', 'Nobodyish'), joins('ben', 'Roman')];
  const [refused, seat] = await Promise.allSettled(asked);
  expect(refused).toMatchObject({ status: 'rejected', reason: { code: 'E105' } });
  expect(seat).toMatchObject({ status: 'fulfilled', value: { player_id: expect.any(Number) } });
  expect(crowded.games.get('shared')?.seats.map(({ agentId }) => agentId)).toEqual(['ben']);
});

test('who logs in while a new game starts plays it, whatever nation and leader it wishes for', async () => {
  const own = { players: 4, min_agents: 1 };
  const agents = await Promise.all(['gil', 'hal', 'ivo'].map((agentId) => stack.agent(agentId)));
  const [gil, ...others] = agents;
  const joins = (agent: typeof gil, wish: Readonly<Record<string, unknown>>) =>
    agent?.connect({ api_token: stack.token, game_id: 'both', game_config: own, ...wish });
  const first = joins(gil, { nation: 'Roman', leader_name: 'Julia' });
  while (stack.games.get('both')?.state.kind !== 'starting') await setImmediate();
  const answers = await Promise.all([first, ...others.map((agent) => joins(agent, { nation: 'Greek' }))]);
  const turns = agents.map(async (agent) => (await agent.state({ format: 'llm_optimized' })).turn);
  expect(await Promise.all(turns)).toEqual([1, 1, 1]);
  expect(new Set(answers.map((answer) => answer?.player_id)).size).toBe(3);
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

test('an agent gets the seat of an AI in a running game, that of the nation it wishes for if there is one', async () => {
  const early = await stack.agent('eva');
  const config = { players: 4, min_agents: 1 };
  await early.connect({ api_token: stack.token, game_id: 'runs', game_config: config });
  await early.push('turn_start');
  const world = stack.games.get('runs')?.seat('eva')?.world;
  const last = world?.players.get(3);
  const nation = world?.ruleset.nations.get(last?.nation ?? -1)?.adjective;
  const fitting = await join('runs', 'fitting', { nation, leader_name: last?.name });
  expect(fitting).toMatchObject({ player_id: 3 });
  expect(fitting).not.toHaveProperty('not_granted');
  const late = await join('runs', 'late', { nation: 'Atlantean', leader_name: 'Nemo' });
  const [wanted, wantedLeader] = [{ field: 'nation', wanted: 'Atlantean' }, { wanted: 'Nemo' }];
  expect(late).toMatchObject({ player_id: 1, status: 'ready', not_granted: [wanted, wantedLeader] });
  const other = await join('runs', 'later', { nation });
  expect(other).toMatchObject({ player_id: 2, not_granted: [{ reason: 'Another player has that nation' }] });
  await expect(join('runs', 'last', {})).rejects.toMatchObject({ code: 'E141' });
});

test('a session that is resumed in a game that has begun is told that it is ready', async () => {
  const first = await stack.agent('ivy');
  const config = { players: 2, min_agents: 2 };
  const made = { api_token: stack.token, game_id: 'resumed' };
  const answer = await first.connect({ ...made, game_config: config });
  // The game waits for the other one.
  expect(answer.status).toBe('starting');
  await (await stack.agent('joe')).connect(made);
  await first.push('game_ready');
  await first.close();
  const again = await stack.agent('ivy');
  const resumed = await again.connect({ ...made, session_id: answer.session_id });
  expect(resumed).toMatchObject({ resumed: true, status: 'ready' });
});
