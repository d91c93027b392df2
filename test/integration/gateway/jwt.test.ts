import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SignJWT, UnsecuredJWT } from 'jose';
import { expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { AgentSeat } from '../../../agent/seat.js';
import { ManualClock } from '../../support/manual-clock.js';
import { makeDataFolder } from '../../support/services/data-folder.js';
import { startFixture } from './support/gateway-fixture.js';
import { RawAgentSocket } from './support/raw-agent-socket.js';
import { TokenIssuer } from './support/token-issuer.js';

/** What the gateway answers to the login of an agent with this token. */
async function logIn(port: number, agent: string, api_token: string, game_id = 'g1') {
  await using socket = await RawAgentSocket.open(port, agent);
  const { data } = await socket.logIn({ api_token, game_id });
  return data?.success === true ? 'in' : `${data?.error_code} ${data?.message}`;
}

/** The status and the sentence of a GET with this token. */
async function get(port: number, path: string, token: string) {
  const headers = { authorization: `Bearer ${token}` };
  const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers });
  const body = await response.text();
  return `${response.status} ${body.includes('"error"') ? JSON.parse(body).error : ''}`.trim();
}

/** The first message to a spectator of the game cup-1 who shows this token, and sends a ping. */
async function watch(port: number, token: string): Promise<string> {
  const headers = { authorization: `Bearer ${token}` };
  const socket = new WebSocket(`ws://127.0.0.1:${port}/ws/spectator/cup-1`, { headers });
  socket.once('open', () => setTimeout(() => socket.send('{"type":"ping"}'), 50));
  const [first] = await once(socket, 'message');
  socket.terminate();
  return String(first);
}

test('a JSON Web Token opens what its claims say, by agents, games and rights', async () => {
  await using issuer = await TokenIssuer.start();
  await using fixture = await startFixture({ ...issuer.settings, LLM_API_TOKENS: '' });
  const { port } = fixture;
  const own = await issuer.sign();
  expect(await logIn(port, 'ann', own)).toBe('in');
  expect(await logIn(port, 'bob', own)).toMatch(/^E102/);
  const team = await issuer.sign({ agents: ['red-*', 'blue'], games: 'cup-*', scope: 'play watch' });
  expect(await logIn(port, 'red-7', team, 'cup-1')).toBe('in');
  expect(await logIn(port, 'red-7', team, 'league')).toMatch(/^E102/);
  expect(await logIn(port, 'ann', team, 'cup-1')).toMatch(/^E102/);
  expect(await get(port, '/api/games/cup-1/score', own)).toMatch(/^403 .*right to watch/);
  expect(await watch(port, own)).toMatch(/E120/);
  expect(await watch(port, team)).toMatch(/pong/);
});

test('a token that is not as the settings want it is refused, and the agent told why', async () => {
  await using issuer = await TokenIssuer.start();
  await using fixture = await startFixture(issuer.settings);
  const { port } = fixture;
  const past = Math.floor(Date.now() / 1000) - 60;
  const header = { alg: 'HS256', kid: 'first' };
  const claims = { iss: issuer.issuer, aud: 'freeciv', sub: 'ann', scope: 'play', exp: past + 3600 };
  const other = await TokenIssuer.start();
  const refused: Record<string, string> = {
    'has expired': await issuer.sign({ exp: past }),
    'claim aud': await issuer.sign({ aud: 'elsewhere' }),
    'claim iss': await issuer.sign({ iss: 'https://other.example' }),
    'claim nbf': await issuer.sign({ nbf: past + 600 }),
    'claim exp': await issuer.sign({}, { expires: false }),
    'claim scope has none': await issuer.sign({ scope: 'openid email' }),
    'claim agents is neither a string': await issuer.sign({ agents: { any: true } }),
    'matches no possible id': await issuer.sign({ sub: 'auth0|ann' }),
    'signature is wrong': await other.sign(),
    'algorithm is not allowed': await new SignJWT(claims).setProtectedHeader(header).sign(Buffer.alloc(32)),
    'names no key': new UnsecuredJWT(claims).encode().concat('AA'),
  };
  await other[Symbol.asyncDispose]();
  for (const [index, [reason, token]] of Object.entries(refused).entries()) {
    expect(await logIn(port, `ann-${index}`, token), reason).toMatch(new RegExp(`^E102 .*${reason}`));
  }
  expect(await get(port, '/api/tools', refused['has expired'] ?? '')).toBe('401 The token has expired');
  // The tokens of the settings are in force beside them.
  expect(await logIn(port, 'ann', 'good-token')).toBe('in');
});

test('when a JSON Web Token expires its sockets are closed, and a new one resumes the session', async () => {
  await using issuer = await TokenIssuer.start();
  const clock = new ManualClock();
  await using fixture = await startFixture(issuer.settings, { clock });
  const exp = Math.floor(clock.now() / 1000) + 10;
  const agent = await RawAgentSocket.open(fixture.port, 'ann');
  const auth = await agent.logIn({ api_token: await issuer.sign({ exp }) });
  expect(auth.data).toMatchObject({ success: true });
  clock.pass(8_000);
  agent.sendRequest('ping', {});
  expect(await agent.nextOf('pong')).toBeDefined();
  clock.pass(3_000);
  expect(await agent.nextOf('error')).toMatchObject({ data: { error_code: 'E102' } });
  expect(await agent.closed).toMatchObject({ code: 4501 });
  await using again = await RawAgentSocket.open(fixture.port, 'ann');
  const fresh = { api_token: await issuer.sign(), session_id: auth.data?.session_id };
  expect(await again.logIn(fresh)).toMatchObject({ data: { success: true, resumed: true } });
});

test('a key that the issuer adds is taken at once; when one is withdrawn the sockets of its tokens close', async () => {
  await using issuer = await TokenIssuer.start();
  await using data = await makeDataFolder();
  const file = join(data.path, 'keys.json');
  const publish = async () => writeFileSync(file, JSON.stringify(await issuer.keys()));
  await publish();
  await using fixture = await startFixture({ ...issuer.settings, JWT_JWKS: file });
  await using fetched = await startFixture(issuer.settings);
  const agent = await RawAgentSocket.loggedIn(fixture.port, 'ann', { api_token: await issuer.sign() });
  expect(await logIn(fetched.port, 'ann', await issuer.sign())).toBe('in');

  await issuer.addKey('second');
  await publish();
  const second = await issuer.sign({}, { kid: 'second' });
  await expect.poll(() => logIn(fixture.port, 'ann', second)).toBe('in');
  issuer.withdrawKey('first');
  await publish();
  expect(await agent.closed).toMatchObject({ code: 4501 });
  expect(await logIn(fixture.port, 'ann', second)).toBe('in');
  // A broken file keeps the old keys.
  writeFileSync(file, 'no keys');
  fixture.gateway.reload();
  expect(
    await logIn(fixture.port, 'ann', await issuer.sign({ scope: 'play watch' }, { kid: 'second' })),
  ).toBe('in');
});

test('while the keys of the issuer cannot be fetched the agent is told to try again, and then comes in', async () => {
  await using issuer = await TokenIssuer.start();
  await using fixture = await startFixture(issuer.settings);
  issuer.isAway = true;
  const token = await issuer.sign();
  expect(await logIn(fixture.port, 'ann', token)).toMatch(/^E112/);
  expect(await get(fixture.port, '/api/tools', token)).toMatch(/^503/);
  issuer.isAway = false;
  expect(await logIn(fixture.port, 'ann', token)).toBe('in');
});

test('clients of MCP learn who issues tokens, and which scopes they need', async () => {
  await using issuer = await TokenIssuer.start();
  await using fixture = await startFixture(issuer.settings);
  const url = `http://127.0.0.1:${fixture.port}`;
  const refused = await fetch(`${url}/mcp`, { method: 'POST', body: '{}' });
  const [, metadata = ''] =
    /resource_metadata="([^"]+)"/.exec(refused.headers.get('www-authenticate') ?? '') ?? [];
  expect(await (await fetch(metadata)).json()).toMatchObject({
    authorization_servers: [issuer.issuer],
    scopes_supported: ['play', 'watch', 'manage'],
  });
});

test('a seat of the client that gets fresh tokens plays on in its session when one has expired', async () => {
  await using issuer = await TokenIssuer.start();
  const clock = new ManualClock();
  await using fixture = await startFixture(issuer.settings, { clock });
  const exp = Math.floor(clock.now() / 1000) + 10;
  const tokens = [await issuer.sign({ exp }), await issuer.sign()];
  const statuses: string[] = [];
  const seat = new AgentSeat(`ws://127.0.0.1:${fixture.port}`, {
    agentId: 'ann',
    token: async () => tokens.shift() ?? 'none is left',
    game: 'g1',
    onStatus: (status) => statuses.push(status.kind === 'seated' ? `seated ${status.resumed}` : status.kind),
  });
  await seat.seated();
  clock.pass(11_000);
  await expect.poll(() => statuses).toEqual(['connecting', 'seated false', 'lost', 'seated true']);
  await seat.close();
});
