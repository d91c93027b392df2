import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { SpectatorClient } from '../../integration/spectators/support/spectator-client.js';
import { type Stack, startStack } from '../../support/stack.js';

type Data = Readonly<Record<string, unknown>>;

const ADMIN = 'the-admin-token-of-tests';
let stack: Stack;

beforeAll(async () => {
  const tokens =
    'a-token-for-tests=*/cup-*/play+watch+manage,a-token-for-tests=*/game-*,other-token=*/league-*,watcher-of-tests=spectator';
  stack = await startStack({ LLM_API_TOKENS: tokens, ADMIN_TOKEN: ADMIN, TURN_TIME_LIMIT_S: '100' });
});

afterAll(() => stack[Symbol.asyncDispose]());

/** One request with a token of agents for games whose ids begin with cup-. */
async function ask(
  method: string,
  path: string,
  body?: unknown,
  token = stack.token,
): Promise<Data & { status: number }> {
  const response = await fetch(`${stack.httpUrl}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const answer = z.looseObject({}).parse(await response.json());
  return { ...answer, status: response.status };
}

const config = {
  players: 3,
  ai_level: 'novice',
  map: { size: 2, generator: 'FRACTAL', topology: 'WRAPX' },
  seeds: { game: 5, map: 5 },
  start_units: 'ccwx',
  end_turn: 40,
  min_agents: 2,
  turn_time_limit: 500,
  victory: ['SPACERACE'],
};

test('a game is made as asked for, started, paused, saved, forked and ended by request', async () => {
  const made = await ask('POST', '/api/games', { ...config, game_id: 'cup-1' });
  expect(made).toMatchObject({ status: 201, game_id: 'cup-1', state: 'lobby', turn_time_limit: 500 });
  expect(await ask('POST', '/api/games/cup-1/start')).toMatchObject({ status: 409, code: 'E122' });
  const agent = await stack.agent('ann');
  await agent.connect({ api_token: stack.token, game_id: 'cup-1', create: false });
  await ask('POST', '/api/games/cup-1/start');
  await agent.push('turn_start');
  const info = await ask('GET', '/api/games/cup-1');
  const seats = [{ agent_id: 'ann', player_id: 0, presence: 'connected' }];
  expect(info).toMatchObject({
    status: 200,
    state: 'running',
    turn: 1,
    seats,
    time_left: expect.any(Number),
  });
  const { units, outlook } = await agent.state();
  expect(units).toHaveLength(4);
  expect(outlook).toMatchObject({ last_turn: 40 });
  expect(await ask('POST', '/api/games/cup-1/pause')).toMatchObject({ state: 'paused', paused: 'operator' });
  await expect(agent.act('end_turn')).rejects.toMatchObject({ code: 'E144' });
  expect(await ask('POST', '/api/games/cup-1/resume')).toMatchObject({ state: 'running', paused: null });
  await agent.act('end_turn');
  await agent.push('turn_start', ({ turn }) => turn === 2);
  const save = await ask('POST', '/api/games/cup-1/save', { name: 'before-war' });
  expect(save).toMatchObject({ status: 201, kind: 'manual', turn: 2 });
  const { saves } = await ask('GET', '/api/games/cup-1/saves');
  expect(saves).toContainEqual(expect.objectContaining({ kind: 'turn', turn: 2 }));
  const fork = { turn: 2, game_id: 'cup-fork' };
  expect(await ask('POST', '/api/games/cup-1/fork', fork)).toMatchObject({
    status: 201,
    fork_of: { game_id: 'cup-1', turn: 2 },
    seats: [{ agent_id: 'ann' }],
  });
  const { turns } = await ask('GET', '/api/games/cup-1/score');
  expect(turns).toContainEqual(expect.objectContaining({ turn: 1 }));
  const ended = await ask('POST', '/api/games/cup-1/end');
  expect(ended).toMatchObject({
    state: expect.stringMatching(/ended|archived/),
    ended: { reason: 'admin', turn: 2 },
  });
  expect(await agent.push('game_ended')).toMatchObject({ reason: 'admin', ranking: expect.any(Array) });
});

test('games stay listed when they have ended, until they are deleted', async () => {
  await ask('POST', '/api/games', { ...config, game_id: 'cup-2' });
  expect(await ask('POST', '/api/games/cup-2/end')).toMatchObject({ ended: { reason: 'not_begun' } });
  const listed = async () => (await ask('GET', '/api/games')).games;
  expect(await listed()).toContainEqual(
    expect.objectContaining({ game_id: 'cup-2', state: expect.stringMatching(/ended|archived/) }),
  );
  expect(await ask('DELETE', '/api/games/cup-2')).toMatchObject({ status: 200, deleted: 'cup-2' });
  expect(await listed()).not.toContainEqual(expect.objectContaining({ game_id: 'cup-2' }));
  expect(await ask('GET', '/api/games/cup-2')).toMatchObject({ status: 404, code: 'E140' });
});

test('a fork gives agents’ seats to AIs when asked, and any agent may take one there', async () => {
  await ask('POST', '/api/games', { ...config, game_id: 'cup-3', min_agents: 1 });
  const agent = await stack.agent('bea');
  await agent.connect({ api_token: stack.token, game_id: 'cup-3', nation: 'Roman', create: false });
  await agent.push('turn_start');
  const forked = await ask('POST', '/api/games/cup-3/fork', { turn: 1, game_id: 'cup-4', to_ai: ['bea'] });
  expect(forked).toMatchObject({ status: 201, seats: [] });
  const other = await stack.agent('cyd');
  const wish = { api_token: stack.token, game_id: 'cup-4', nation: 'Roman' };
  expect(await other.connect(wish)).toMatchObject({ player_id: 0 });
  expect(await other.state()).toMatchObject({ turn: 1, player_id: 0 });
});

test('what cannot be is refused with the field at fault', async () => {
  const faults: readonly (readonly [unknown, string])[] = [
    ['{', 'body'],
    [[], 'body'],
    [{ players: 99 }, 'players'],
    [{ ruleset: 'chess' }, 'ruleset'],
    [{ start_units: 'qq' }, 'start_units'],
    [{ map: { generator: 'MAGIC' } }, 'map.generator'],
    [{ game_id: '../etc' }, 'game_id'],
  ];
  for (const [body, path] of faults)
    expect(await ask('POST', '/api/games', body), JSON.stringify(body)).toMatchObject({ status: 400, path });
  const unknown = await ask('POST', '/api/games', { colour: 'red' });
  expect(unknown).toMatchObject({ status: 400, error: expect.stringContaining('colour') });
  const refused = await ask('POST', '/api/games', { game_id: 'cup-9', start_units: 'fc' });
  expect(refused).toMatchObject({ status: 400, error: expect.stringContaining('first starting unit') });
  expect(await ask('GET', '/api/games/cup-9')).toMatchObject({ status: 404 });
  expect(await ask('POST', '/api/games', { game_id: 'cup-1' })).toMatchObject({ path: 'game_id' });
  expect(await ask('POST', '/api/games/cup-1/fork', { turn: 77 })).toMatchObject({
    status: 400,
    path: 'turn',
  });
});

test('tokens of agents steer the games they are for; the admin steers all', async () => {
  const made = await ask('POST', '/api/games', { game_id: 'league-1' });
  expect(made).toMatchObject({ status: 403, error: 'This token is not for the game league-1' });
  expect(await ask('POST', '/api/games/cup-1/fork', { turn: 1, game_id: 'league-2' })).toMatchObject({
    status: 403,
  });
  expect(await ask('DELETE', '/api/games/cup-1', undefined, 'wrong')).toMatchObject({ status: 401 });
  const byAdmin = await ask('POST', '/api/games', { game_id: 'league-1' }, ADMIN);
  expect(byAdmin).toMatchObject({ status: 201 });
  expect(await ask('DELETE', '/api/games/league-1', undefined, ADMIN)).toMatchObject({ status: 200 });
});

test('a game made without spectators is shown to its agents only, each its own seat, and to the admin', async () => {
  await ask('POST', '/api/games', { ...config, game_id: 'cup-7', min_agents: 1, spectators: false });
  const agent = await stack.agent('dora');
  await agent.connect({ api_token: stack.token, game_id: 'cup-7', create: false });
  await agent.push('turn_start');
  const watcher = 'watcher-of-tests';
  const get = async (what: string, token: string) => {
    const headers = { authorization: `Bearer ${token}` };
    return (await fetch(`${stack.httpUrl}/api/games/cup-7/${what}`, { headers })).status;
  };
  const whole = ['map.svg', 'map.png', 'recording.fcr', 'recording.fcr?view=player:0', 'score', 'saves'];
  for (const what of [...whole, 'recording.fcr?view=dora'])
    expect([what, await get(what, watcher)]).toEqual([what, 404]);
  for (const what of [...whole, 'recording.fcr?view=dora', 'map.svg?agent_id=dora'])
    await expect.poll(async () => [what, await get(what, ADMIN)]).toEqual([what, 200]);
  for (const what of ['recording.fcr?view=dora', 'map.svg?agent_id=dora'])
    expect([what, await get(what, stack.token)]).toEqual([what, 200]);
  const first = async (query: string, token: string) => {
    await using viewer = await SpectatorClient.open(stack.gatewayUrl, 'cup-7', query, token);
    const { type, data } = await viewer.next('snapshot', 'error');
    return type === 'error' ? data.code : type;
  };
  // First those who may: what is shown to them must not open it for the others.
  for (const query of ['', '?view=dora', '?view=player:0', '?turn=1']) {
    expect([query, await first(query, ADMIN)]).toEqual([query, 'snapshot']);
    expect([query, await first(query, watcher)]).toEqual([query, 'E140']);
  }
  expect(await first('?view=dora', stack.token)).toBe('snapshot');
});

test('a deleted game leaves nothing to the next of its id', async () => {
  const agent = await stack.agent('eda');
  const login = { api_token: stack.token, game_id: 'cup-8', game_config: { players: 2 } };
  await agent.connect(login);
  await agent.push('turn_start');
  await agent.request('notes', { add: [{ text: 'they are weak in the north' }] });
  await ask('DELETE', '/api/games/cup-8');
  expect(await agent.push('status')).toMatchObject({ status: 'deleted' });
  await expect(agent.state()).rejects.toMatchObject({ code: 'E140' });
  const again = await stack.agent('eda');
  await again.connect(login);
  await again.push('turn_start', ({ turn }) => turn === 1);
  expect(await again.request('notes', {})).toMatchObject({ notes: [] });
});
