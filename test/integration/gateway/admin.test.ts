import { readFile, writeFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { adminSessionsSchema } from '#shared/protocol/rest.js';
import { startFixture } from './support/gateway-fixture.js';
import { RawAgentSocket } from './support/raw-agent-socket.js';

const fixtures = fileURLToPath(new URL('../../fixtures', import.meta.url));
const token = 'an-admin-token-of-tests';

function bearer(shown: string) {
  return { headers: { authorization: `Bearer ${shown}` } };
}

test('the admin token shows sessions without what resumes them; others are refused', async () => {
  await using fixture = await startFixture({ ADMIN_TOKEN: token });
  const url = `http://127.0.0.1:${fixture.port}/api/admin/sessions`;
  const agent = await RawAgentSocket.open(fixture.port, 'my-agent');
  const session = String((await agent.logIn()).data?.session_id);
  const text = await (await fetch(url, bearer(token))).text();
  expect(text).not.toContain(session);
  const { sessions } = adminSessionsSchema.parse(JSON.parse(text));
  expect(sessions).toMatchObject([{ agent_id: 'my-agent', game_id: 'g1', connected: true }]);
  expect((await fetch(url)).status).toBe(401);
  expect((await fetch(url, bearer('good-token'))).status).toBe(401);
  expect((await fetch(`${url}?authorization=Bearer%20${token}`)).status).toBe(401);
});

test('wrong admin tokens are slowed down', async () => {
  await using fixture = await startFixture({ ADMIN_TOKEN: token });
  const url = `http://127.0.0.1:${fixture.port}/api/admin/sessions`;
  for (let attempt = 0; attempt < 10; attempt++) {
    expect((await fetch(url, bearer('wrong-token'))).status).toBe(401);
  }
  expect((await fetch(url, bearer('wrong-token'))).status).toBe(429);
  await RawAgentSocket.loggedIn(fixture.port, 'my-agent');
});

test('without an admin token the admin routes are closed, and metrics may be closed too', async () => {
  await using closed = await startFixture();
  expect((await fetch(`http://127.0.0.1:${closed.port}/api/admin/sessions`)).status).toBe(403);
  await using fixture = await startFixture({ ADMIN_TOKEN: token, METRICS_NEED_TOKEN: 'true' });
  const url = `http://127.0.0.1:${fixture.port}/api/metrics`;
  expect((await fetch(url)).status).toBe(401);
  expect((await fetch(url, bearer(token))).status).toBe(200);
});

test('an operator reads the tokens again, and hears when they cannot be read', async () => {
  await using fixture = await startFixture();
  const file = join(fixture.dataDir, 'tokens');
  await writeFile(file, 'first\n');
  await using other = await startFixture({ ADMIN_TOKEN: token, LLM_API_TOKENS_FILE: file });
  const reload = () =>
    fetch(`http://127.0.0.1:${other.port}/api/admin/tokens/reload`, { method: 'POST', ...bearer(token) });
  await writeFile(file, 'second\n');
  expect((await reload()).status).toBe(200);
  await RawAgentSocket.loggedIn(other.port, 'my-agent', { api_token: 'second' });
  await writeFile(file, 'sha256:broken\n');
  expect((await reload()).status).toBe(409);
});

test('a token for some games lets in there and nowhere else, and its sessions resume', async () => {
  await using fixture = await startFixture({ LLM_API_TOKENS: 'cup-token=*/cup-*' });
  const agent = await RawAgentSocket.open(fixture.port, 'my-agent');
  const auth = await agent.logIn({ api_token: 'cup-token', game_id: 'cup-1' });
  expect(auth).toMatchObject({ type: 'llm_connect', data: { game_id: 'cup-1' } });
  const back = await RawAgentSocket.open(fixture.port, 'my-agent');
  const session_id = auth.data?.session_id;
  expect(await back.logIn({ api_token: 'cup-token', session_id })).toMatchObject({ data: { resumed: true } });
  const stranger = await RawAgentSocket.open(fixture.port, 'stranger');
  const refused = await stranger.logIn({ api_token: 'cup-token', game_id: 'league' });
  expect(refused).toMatchObject({ data: { error_code: 'E102' } });
});

test('every answer carries headers that keep browsers from guessing, framing and telling', async () => {
  await using fixture = await startFixture();
  for (const path of ['/health', '/api/metrics', '/nowhere', '/api/admin/sessions']) {
    const { headers } = await fetch(`http://127.0.0.1:${fixture.port}${path}`);
    expect(headers.get('x-content-type-options'), path).toBe('nosniff');
    expect(headers.get('content-security-policy'), path).toContain("default-src 'none'");
    expect(headers.get('referrer-policy'), path).toBe('no-referrer');
  }
});

test('a gateway with a certificate speaks https and wss', async () => {
  const [cert, key] = ['cert', 'key'].map((name) => join(fixtures, `tls/localhost-${name}.pem`));
  if (cert === undefined || key === undefined) throw new Error('no certificate');
  await using fixture = await startFixture({ TLS_CERT_FILE: cert, TLS_KEY_FILE: key });
  const ca = await readFile(cert);
  const asked = request({ host: '127.0.0.1', port: fixture.port, path: '/health', ca }).end();
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    asked.on('response', resolve).on('error', reject);
  });
  response.resume();
  expect(response.statusCode).toBe(200);
  expect(response.headers['strict-transport-security']).toBeDefined();
  const socket = new WebSocket(`wss://127.0.0.1:${fixture.port}/ws/agent/my-agent`, { ca });
  const welcome = await new Promise((resolve, reject) => {
    socket.on('message', (bytes) => resolve(JSON.parse(String(bytes)))).on('error', reject);
  });
  expect(welcome).toMatchObject({ type: 'welcome' });
  socket.terminate();
});
