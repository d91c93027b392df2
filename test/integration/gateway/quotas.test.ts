import { expect, test } from 'vitest';
import { linkCreatorSchema } from '#shared/protocol/link.js';
import { adminTokensSchema } from '#shared/protocol/rest.js';
import { type Fixture, startFixture } from './support/gateway-fixture.js';
import { RawAgentSocket } from './support/raw-agent-socket.js';
import { answerAll } from './support/scripted-proxy.js';

const admin = 'an-admin-token-of-tests';
const tokens = 'ann=*/*/play,bob=*/*/play,rich=*/*/play/seats:9+connections:9,boss=*/*/play+manage';

/** Logs an agent in, to a game of its own, and keeps its socket open. */
async function open({ port }: Fixture, agent: string, api_token: string) {
  const socket = await RawAgentSocket.open(port, agent);
  const { data } = await socket.logIn({ api_token, game_id: `game-of-${agent}` });
  return { socket, outcome: data?.success === true ? 'in' : data?.error_code, details: data?.details };
}

function get({ port }: Fixture, path: string, token: string): Promise<Response> {
  return fetch(`http://127.0.0.1:${port}${path}`, { headers: { authorization: `Bearer ${token}` } });
}

test('a token has so many connections and seats, and none of it is taken from another token', async () => {
  await using fixture = await startFixture({ LLM_API_TOKENS: tokens, TOKEN_QUOTAS: 'connections=2,seats=3' });
  // All at once: each login is counted from its beginning.
  const burst = await Promise.all([1, 2, 3, 4, 5].map((index) => open(fixture, `a-${index}`, 'ann')));
  expect(burst.map(({ outcome }) => outcome).toSorted()).toEqual(['E113', 'E113', 'E113', 'in', 'in']);
  const refused = burst.find(({ outcome }) => outcome === 'E113');
  expect(refused?.details).toMatchObject({ quota: 'connections', max: 2 });
  expect((await open(fixture, 'b-1', 'bob')).outcome).toBe('in');
  for (const index of [1, 2, 3, 4]) {
    expect((await open(fixture, `r-${index}`, 'rich')).outcome).toBe('in');
    expect((await open(fixture, `m-${index}`, 'boss')).outcome).toBe('in');
  }
  // A session that lost its socket keeps its seat, and the connection is free.
  for (const { socket, outcome } of burst) if (outcome === 'in') await socket.close();
  const third = await open(fixture, 'a-6', 'ann');
  expect(third.outcome).toBe('in');
  await third.socket.close();
  const fourth = await open(fixture, 'a-7', 'ann');
  expect(fourth).toMatchObject({ outcome: 'E113', details: { quota: 'seats', max: 3 } });
});

test('messages and requests with a token are limited together, and REST says what is left', async () => {
  await using fixture = await startFixture({ LLM_API_TOKENS: tokens, TOKEN_QUOTAS: 'messages=6' });
  fixture.proxy.respond = (request, proxy) => {
    if (request.type === 'game_list') proxy.answer(request, 'game_list', { games: [] });
    else answerAll(request, proxy);
  };
  const first = await get(fixture, '/api/games', 'ann');
  expect(first.headers.get('ratelimit-policy')).toBe('"messages_of_token";q=6;w=60');
  expect(first.headers.get('ratelimit')).toMatch(/^"messages_of_token";r=5;t=(60|59)$/);
  const { socket } = await open(fixture, 'a-1', 'ann');
  for (const index of [1, 2, 3, 4, 5]) {
    socket.sendRequest('state_query', {}, `q${index}`);
    expect(await socket.nextOf('state_update')).toMatchObject({ correlation_id: `q${index}` });
  }
  socket.sendRequest('state_query', {}, 'beyond');
  const details = { limit: 'messages_of_token', retry_after: expect.any(Number) };
  expect(await socket.nextOf('error')).toMatchObject({ data: { error_code: 'E110', details } });
  const beyond = await get(fixture, '/api/games', 'ann');
  expect([beyond.status, beyond.headers.get('ratelimit')]).toEqual([429, expect.stringContaining('r=0;')]);
  expect(Number(beyond.headers.get('retry-after'))).toBeGreaterThan(50);
  expect((await get(fixture, '/api/games', 'bob')).status).toBe(200);
  const free = await get(fixture, '/api/games', 'boss');
  expect([free.status, free.headers.get('ratelimit')]).toEqual([200, null]);
});

test('the admin sees what each token may have and has, and never a token', async () => {
  await using fixture = await startFixture({
    ...{ LLM_API_TOKENS: tokens, TOKEN_QUOTAS: 'games=2,messages=50', ADMIN_TOKEN: admin },
  });
  await open(fixture, 'a-1', 'ann');
  const made = fixture.proxy.received.find(({ type }) => type === 'llm_connect')?.data.creator;
  const { token: creator, max_games } = linkCreatorSchema.parse(made);
  expect([creator, max_games]).toEqual([expect.stringMatching(/^[0-9a-f]{16}$/), 2]);
  const game = { game_id: 'g1', state: 'running', turn: 3, players: [], server_version: null };
  fixture.proxy.respond = (request, proxy) => {
    const usage = request.data.usage === true ? { creator, bytes: 12_340_000 } : {};
    if (request.type === 'game_list') proxy.answer(request, 'game_list', { games: [{ ...game, ...usage }] });
    else answerAll(request, proxy);
  };
  const text = await (await get(fixture, '/api/admin/tokens', admin)).text();
  const listed = adminTokensSchema.parse(JSON.parse(text)).tokens;
  expect(listed).toHaveLength(4);
  expect(listed[0]).toMatchObject({
    token: creator,
    source: 'settings',
    scopes: [{ agents: '*', games: '*', rights: ['play'] }],
    quotas: { games: 2, messages: 50 },
    use: { games: 1, disk_mb: 12.3, seats: 1, connections: 1, messages: 0 },
  });
  expect(listed.map(({ quotas }) => quotas)).toContainEqual({
    games: 2,
    messages: 50,
    seats: 9,
    connections: 9,
  });
  expect(listed.map(({ quotas }) => quotas)).toContainEqual({});
  for (const token of ['ann', 'bob', 'rich', 'boss']) expect(text).not.toContain(`"${token}"`);
  expect(await (await get(fixture, '/api/games', 'ann')).text()).not.toContain('creator');
  expect((await get(fixture, '/api/admin/tokens', 'ann')).status).toBe(401);
});
