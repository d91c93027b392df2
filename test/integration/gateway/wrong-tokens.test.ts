import { once } from 'node:events';
import { expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { type Fixture, startFixture } from './support/gateway-fixture.js';
import { RawAgentSocket } from './support/raw-agent-socket.js';
import { answerAll } from './support/scripted-proxy.js';

const admin = 'an-admin-token-of-tests';

function bearer(token: string) {
  return { headers: { authorization: `Bearer ${token}` } };
}

/** The status of a request with that token. */
async function status({ port }: Fixture, path: string, token: string): Promise<number> {
  return (await fetch(`http://127.0.0.1:${port}${path}`, bearer(token))).status;
}

/** What a spectator with that token is told first: `snapshot`, or a code. */
async function watch({ port }: Fixture, token: string): Promise<string> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/ws/spectator/g`, bearer(token));
  const [bytes] = await once(socket, 'message');
  socket.terminate();
  const { type, data } = JSON.parse(String(bytes));
  return type === 'error' ? data.code : type;
}

/** The code of a login with a wrong token over a socket whose request names a client. */
async function loginCode({ port }: Fixture, client: string): Promise<unknown> {
  const agent = await RawAgentSocket.open(port, 'my-agent', { 'x-forwarded-for': client });
  const answer = await agent.logIn({ api_token: 'guessed' });
  return answer.data?.error_code;
}

/** The gateway, whose games have a snapshot to show. */
async function startGuarded(): Promise<Fixture> {
  const fixture = await startFixture({ SPECTATORS: 'token', ADMIN_TOKEN: admin });
  fixture.proxy.respond = (request, proxy) => {
    if (request.type === 'spectate') proxy.answer(request, 'spectate', { stream: 's', version: 1 });
    else if (request.type === 'tools') proxy.answer(request, 'tools', { tools: [] });
    else answerAll(request, proxy);
  };
  return fixture;
}

test('however many wrong tokens came from an address, the right one logs in from there', async () => {
  await using fixture = await startGuarded();
  const attempt = async (token: string) => {
    const agent = await RawAgentSocket.open(fixture.port, 'my-agent');
    const answer = await agent.logIn({ api_token: token });
    if (answer.type === 'llm_connect') return 'in';
    expect(await agent.closed).toMatchObject({ code: 4501 });
    return answer.data?.error_code;
  };
  for (let i = 0; i < 10; i++) expect(await attempt('wrong')).toBe('E102');
  expect(await attempt('wrong')).toBe('E110');
  expect(await attempt('good-token')).toBe('in');
});

test('however many wrong tokens came from an address, the right ones ask, steer and watch from there', async () => {
  await using fixture = await startGuarded();
  const routes = [
    ['/api/tools?format=openai', 'good-token'],
    ['/api/admin/sessions', admin],
  ] as const;
  for (const [path, right] of routes) {
    for (let i = 0; i < 10; i++) expect(await status(fixture, path, 'guessed')).toBe(401);
    expect(await status(fixture, path, 'guessed')).toBe(429);
    expect(await status(fixture, path, right)).toBe(200);
  }
  for (let i = 0; i < 10; i++) expect(await watch(fixture, 'guessed')).toBe('E120');
  expect(await watch(fixture, 'guessed')).toBe('E110');
  expect(await watch(fixture, admin)).toBe('snapshot');
  const map = '/api/games/g/map.png';
  expect(await status(fixture, map, 'guessed')).toBe(429);
});

test('behind a trusted proxy wrong tokens count for the client that X-Forwarded-For names', async () => {
  await using fixture = await startFixture({ SPECTATORS: 'token', TRUSTED_PROXIES: '127.0.0.0/8' });
  const ask = async (client: string) => {
    const headers = { authorization: 'Bearer guessed', 'x-forwarded-for': client };
    return (await fetch(`http://127.0.0.1:${fixture.port}/api/games`, { headers })).status;
  };
  for (let i = 0; i < 10; i++) expect(await ask('203.0.113.1')).toBe(401);
  expect(await ask('203.0.113.1')).toBe(429);
  expect(await ask('203.0.113.2, 203.0.113.1')).toBe(429);
  expect(await ask('203.0.113.2')).toBe(401);
  for (let i = 0; i < 10; i++) expect(await loginCode(fixture, '203.0.113.3')).toBe('E102');
  expect(await loginCode(fixture, '203.0.113.3')).toBe('E110');
  expect(await loginCode(fixture, '203.0.113.4')).toBe('E102');
});

test('without a trusted proxy X-Forwarded-For does not evade the limit of wrong tokens', async () => {
  await using fixture = await startFixture({ TRUSTED_PROXIES: '10.0.0.0/8' });
  for (let i = 0; i < 10; i++) expect(await loginCode(fixture, `203.0.113.${i}`)).toBe('E102');
  expect(await loginCode(fixture, '203.0.113.99')).toBe('E110');
});

test('a spectator that shows three wrong tokens over one socket is closed, where everybody may watch too', async () => {
  await using fixture = await startFixture({ SPECTATORS: 'open' });
  const socket = new WebSocket(`ws://127.0.0.1:${fixture.port}/ws/spectator/g`);
  await once(socket, 'open');
  for (let i = 0; i < 3; i++)
    socket.send(JSON.stringify({ type: 'spectator_connect', data: { api_token: `guess-${i}` } }));
  const [code] = await once(socket, 'close');
  expect(code).toBe(4501);
});
