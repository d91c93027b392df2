import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Fixture, startFixture } from './support/gateway-fixture.js';
import { RawAgentSocket } from './support/raw-agent-socket.js';

const settings =
  'boss=*/*/play+manage,boss-of-cups=*/cup-*/play+manage,manager=*/*/manage,shared=*/*/play,captain=red-*/*/play+manage';

async function make({ port }: Fixture, by: string, scope: Record<string, unknown>) {
  const response = await fetch(`http://127.0.0.1:${port}/api/tokens`, {
    method: 'POST',
    headers: { authorization: `Bearer ${by}`, 'content-type': 'application/json' },
    body: JSON.stringify(scope),
  });
  const answer: { readonly token?: string; readonly path?: string } = JSON.parse(await response.text());
  return { status: response.status, ...answer };
}

async function logIn({ port }: Fixture, agentId: string, api_token = '', game_id = 'cup-1') {
  await using socket = await RawAgentSocket.open(port, agentId);
  const { type, data = {} } = await socket.logIn({ api_token, game_id });
  return type === 'error' ? data.error_code : type;
}

test('a token that plays and manages makes tokens for single agents and games, in force at once', async () => {
  await using fixture = await startFixture({ LLM_API_TOKENS: settings });
  const { status, token } = await make(fixture, 'boss', { agents: 'red', games: 'cup-*' });
  expect(status).toBe(201);
  expect(await logIn(fixture, 'red', token)).toBe('llm_connect');
  expect(await logIn(fixture, 'blue', token)).toBe('E102');
  expect(await logIn(fixture, 'red', token, 'league-1')).toBe('E102');
  const folder = join(fixture.dataDir, 'agent-tokens');
  const files = await readdir(folder);
  expect(files).toHaveLength(1);
  expect(files[0]).not.toContain(token);
  for (const path of [folder, ...files.map((file) => join(folder, file))])
    expect((await stat(path)).mode & 0o077).toBe(0);
});

test('no token makes one that opens more than it does itself', async () => {
  await using fixture = await startFixture({ LLM_API_TOKENS: settings });
  for (const by of ['manager', 'shared'])
    expect((await make(fixture, by, { agents: 'red', games: 'cup-1' })).status).toBe(403);
  expect((await make(fixture, 'wrong', { agents: 'red' })).status).toBe(401);
  expect((await make(fixture, 'boss-of-cups', { agents: 'red', games: 'cup-7' })).status).toBe(201);
  for (const games of ['*', 'cup*', 'league-1', undefined])
    expect((await make(fixture, 'boss-of-cups', { agents: 'red', games })).status).toBe(403);
  expect((await make(fixture, 'captain', { agents: 'red-*' })).status).toBe(201);
  expect((await make(fixture, 'captain', { agents: '*' })).status).toBe(403);
  expect(await make(fixture, 'boss', { agents: 'red/*/manage' })).toMatchObject({
    status: 400,
    path: 'agents',
  });
});

test('a made token opens its held seat, takes no right from others, and ends with its game', async () => {
  await using fixture = await startFixture({ LLM_API_TOKENS: 'the-one-token' });
  const { respond } = fixture.proxy;
  fixture.proxy.respond = (request, proxy) =>
    request.type === 'game_delete'
      ? proxy.answer(request, 'game_delete', { deleted: 'cup-1' })
      : respond(request, proxy);
  const { token } = await make(fixture, 'the-one-token', { agents: 'red', games: 'cup-1' });
  const ofAll = await make(fixture, 'the-one-token', { agents: 'red' });
  expect(ofAll.status).toBe(201);
  await using holder = await RawAgentSocket.open(fixture.port, 'red');
  await holder.logIn({ api_token: 'the-one-token', game_id: 'cup-1' });
  expect(await logIn(fixture, 'red', token)).toBe('llm_connect');
  const deleted = await fetch(`http://127.0.0.1:${fixture.port}/api/games/cup-1`, {
    method: 'DELETE',
    headers: { authorization: 'Bearer the-one-token' },
  });
  expect(deleted.status).toBe(200);
  expect(await logIn(fixture, 'red', token)).toBe('E102');
  expect(await logIn(fixture, 'red', ofAll.token)).toBe('llm_connect');
});

test('a token that one gateway makes is soon in force at another that shares its DATA_DIR', async () => {
  await using a = await startFixture({ LLM_API_TOKENS: settings });
  await using b = await startFixture({ LLM_API_TOKENS: settings, DATA_DIR: a.dataDir });
  const { token } = await make(a, 'boss', { agents: 'red', games: 'cup-1' });
  await expect.poll(() => logIn(b, 'red', token), { timeout: 5_000 }).toBe('llm_connect');
});
