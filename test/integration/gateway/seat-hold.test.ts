import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { type Clock, systemClock } from '#shared/core/clock.js';
import { type Fixture, startFixture } from './support/gateway-fixture.js';
import { RawAgentSocket } from './support/raw-agent-socket.js';
import { answerAll } from './support/scripted-proxy.js';

const tokens = 'shared=*/*/play,own-of-red=red/*/play,boss=*/*/play+watch+manage,earlier-form=*/*';

async function start(clock?: Clock, settings?: Record<string, string>): Promise<Fixture> {
  const fixture = await startFixture(
    { LLM_API_TOKENS: tokens, ...settings },
    clock === undefined ? {} : { clock },
  );
  fixture.proxy.respond = (request, proxy) =>
    request.type === 'game_info'
      ? proxy.answer(request, request.type, { config: {}, ended: null })
      : answerAll(request, proxy);
  return fixture;
}

/** What a login of that agent is answered with: `auth_success`, or a code. */
async function logIn(
  { port }: Fixture,
  api_token: string,
  fields: Record<string, unknown> = {},
  agentId = 'red',
) {
  const socket = await RawAgentSocket.open(port, agentId);
  socket.sendRequest('llm_connect', { api_token, game_id: 'g', ...fields });
  const { data = {} } = await socket.next();
  const { error_code: code, type, details } = data;
  return { socket, word: code ?? type, details, session: String(data.session_id) };
}

async function act({ port }: Fixture, token: string, headers: Record<string, string> = {}) {
  const response = await fetch(`http://127.0.0.1:${port}/api/game/g/action`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ agent_id: 'red', action: { type: 'end_turn' } }),
  });
  const answer: { readonly code?: string } = JSON.parse(await response.text());
  return answer.code ?? response.status;
}

/** The MCP revision that has no sessions of its own. */
async function mcp({ port }: Fixture, token: string): Promise<number> {
  const response = await fetch(`http://127.0.0.1:${port}/mcp?agent_id=red&game_id=g`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
  });
  return response.status;
}

test('a seat that a session holds is not entered with a token for several agents, and its session is', async () => {
  await using fixture = await start();
  const holder = await logIn(fixture, 'shared');
  expect(holder.word).toBe('auth_success');
  expect((await logIn(fixture, 'shared')).word).toBe('E126');
  expect((await logIn(fixture, 'shared', {}, 'blue')).word).toBe('auth_success');
  expect((await logIn(fixture, 'shared', { game_id: 'another' })).word).toBe('auth_success');
  expect((await logIn(fixture, 'shared', { session_id: holder.session })).word).toBe('auth_success');
});

test('who had a seat of a deleted game does not hold the seat of the game that has its name now', async () => {
  await using fixture = await start();
  await logIn(fixture, 'shared');
  expect((await logIn(fixture, 'shared')).word).toBe('E126');
  fixture.proxy.push('status', 'red', 'g', { game_id: 'g', status: 'deleted' });
  await expect.poll(async () => (await logIn(fixture, 'shared')).word).toBe('auth_success');
  // The session of the new game does.
  expect((await logIn(fixture, 'shared')).word).toBe('E126');
});

test.each(['own-of-red', 'boss', 'earlier-form'])(
  'the token %s enters a seat that is held, and its holder is told',
  async (token) => {
    await using fixture = await start();
    const { socket } = await logIn(fixture, 'shared');
    expect((await logIn(fixture, token)).word).toBe('auth_success');
    expect(await socket.next()).toMatchObject({
      type: 'status',
      data: { game_id: 'g', status: 'seat_entered', by: 'login' },
    });
  },
);

test('without a socket a seat takes its session, a token of the agent alone, or one that manages', async () => {
  await using fixture = await start();
  const { socket, session } = await logIn(fixture, 'shared');
  expect(await act(fixture, 'shared')).toBe('E126');
  expect(await act(fixture, 'shared', { 'x-session-id': 'guessed' })).toBe('E126');
  expect(await mcp(fixture, 'shared')).toBe(403);
  expect(await act(fixture, 'shared', { 'x-session-id': session })).toBe(200);
  expect(await act(fixture, 'own-of-red')).toBe(200);
  expect(await socket.next()).toMatchObject({
    type: 'status',
    data: { status: 'seat_entered', by: 'request' },
  });
  expect(await act(fixture, 'boss')).toBe(200);
  expect(await mcp(fixture, 'own-of-red')).not.toBe(403);
});

test('a session of another agent or game opens no seat over HTTP', async () => {
  await using fixture = await start();
  const blue = await logIn(fixture, 'shared', {}, 'blue');
  const elsewhere = await logIn(fixture, 'shared', { game_id: 'another' });
  for (const { session } of [blue, elsewhere])
    expect(await act(fixture, 'shared', { 'x-session-id': session })).toBe('E126');
});

test("a token for several agents opens views, maps and recordings of its own session's seat alone", async () => {
  await using fixture = await start();
  const { session } = await logIn(fixture, 'shared');
  await logIn(fixture, 'shared', {}, 'blue');
  const get = async (path: string, token: string, headers: Record<string, string> = {}) => {
    const url = `http://127.0.0.1:${fixture.port}${path}`;
    return (await fetch(url, { headers: { authorization: `Bearer ${token}`, ...headers } })).status;
  };
  const { respond } = fixture.proxy;
  fixture.proxy.respond = (request, proxy) =>
    request.type === 'conversation_list'
      ? proxy.answer(request, request.type, { conversations: [] })
      : respond(request, proxy);
  const own = [
    '/api/games/g/map.png?agent_id=',
    '/api/games/g/recording.fcr?view=',
    '/api/conversations?game_id=g&agent_id=',
  ];
  for (const path of own)
    for (const agent of ['red', 'blue'])
      expect([path, await get(`${path}${agent}`, 'shared')]).toEqual([path, 403]);
  const shown = { 'x-session-id': session };
  expect(await get(`${own[2]}red`, 'shared', shown)).toBe(200);
  expect(await get(`${own[2]}blue`, 'shared', shown)).toBe(403);
  expect(await get(`${own[2]}red`, 'own-of-red')).toBe(200);
  const watching = new WebSocket(`ws://127.0.0.1:${fixture.port}/ws/spectator/g?view=blue`, {
    headers: { authorization: 'Bearer shared' },
  });
  const [first] = await once(watching, 'message');
  expect(JSON.parse(String(first))).toMatchObject({ type: 'error', data: { code: 'E120' } });
  watching.terminate();
  const chat = await fetch(`http://127.0.0.1:${fixture.port}/api/v1/chat`, {
    method: 'POST',
    headers: { authorization: 'Bearer shared', 'content-type': 'application/json' },
    body: JSON.stringify({ game_id: 'g', agent_id: 'blue', message: 'Disband all', request_id: 'r' }),
  });
  expect(chat.status).toBe(403);
});

test('a lost socket keeps the seat for half a minute, one that its agent has closed frees it', async () => {
  let passed = 0;
  const clock: Clock = { ...systemClock, monotonic: () => systemClock.monotonic() + passed };
  await using fixture = await start(clock);
  const lost = await logIn(fixture, 'shared');
  lost.socket.socket.terminate();
  const isRefused = expect.objectContaining({ word: 'E126', details: { retry_after: 30 } });
  await expect.poll(() => logIn(fixture, 'shared')).toEqual(isRefused);
  passed += 20_500;
  expect(await logIn(fixture, 'shared')).toMatchObject({ word: 'E126', details: { retry_after: 10 } });
  passed += 10_500;
  const next = await logIn(fixture, 'shared');
  expect(next.word).toBe('auth_success');
  await next.socket.close();
  await expect.poll(async () => (await logIn(fixture, 'shared')).word).toBe('auth_success');
});

test('a session whose token was taken out no longer holds its seat', async () => {
  const file = join(await mkdtemp(join(tmpdir(), 'tokens-')), 'tokens');
  await writeFile(file, 'before=*/*/play\nnow=*/*/play\n');
  await using fixture = await start(undefined, { LLM_API_TOKENS: '', LLM_API_TOKENS_FILE: file });
  const holder = await logIn(fixture, 'before');
  expect((await logIn(fixture, 'now')).word).toBe('E126');
  await writeFile(file, 'now=*/*/play\n');
  fixture.gateway.reload();
  await holder.socket.closed;
  expect((await logIn(fixture, 'now')).word).toBe('auth_success');
  await rm(dirname(file), { recursive: true });
});

test('a second seat of a token is refused while it is not known whether the game is sealed', async () => {
  await using fixture = await start();
  const { respond } = fixture.proxy;
  expect((await logIn(fixture, 'shared')).word).toBe('auth_success');
  fixture.proxy.respond = (request, proxy) =>
    request.type === 'game_info'
      ? proxy.answer(request, 'error', { error_code: 'E123', error_message: 'It is not back' })
      : respond(request, proxy);
  expect((await logIn(fixture, 'shared', {}, 'blue')).word).toBe('E123');
});
