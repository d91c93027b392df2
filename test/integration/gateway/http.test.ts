import { once } from 'node:events';
import { connect } from 'node:net';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { startFixture } from './support/gateway-fixture.js';
import { RawAgentSocket } from './support/raw-agent-socket.js';

test('health says whether agents can log in, and what is missing', async () => {
  await using fixture = await startFixture();
  const health = async () => {
    const response = await fetch(`http://127.0.0.1:${fixture.port}/health`);
    return [response.status, await response.json()];
  };
  expect(await health()).toMatchObject([
    200,
    { status: 'ok', live: true, ready: true, dependencies: { proxy: { up: true } } },
  ]);
  await fixture.proxy.stop();
  await expect
    .poll(health)
    .toMatchObject([
      503,
      { status: 'degraded', live: true, ready: false, dependencies: { proxy: { up: false } } },
    ]);
  await fixture.proxy.restart();
});

test('metrics count sockets, sessions, requests and refusals in the Prometheus text form', async () => {
  await using fixture = await startFixture();
  const agent = await RawAgentSocket.loggedIn(fixture.port, 'my-agent');
  agent.sendRequest('state_query', {}, 'q');
  await agent.next();
  agent.sendRequest('nonsense', {});
  await agent.next();
  const response = await fetch(`http://127.0.0.1:${fixture.port}/api/metrics`);
  expect(response.headers.get('content-type')).toContain('text/plain');
  const text = await response.text();
  for (const line of [
    'freeciv_gateway_agent_sockets 1',
    'freeciv_gateway_sessions 1',
    'freeciv_gateway_logins_total{result="ok"} 1',
    'freeciv_gateway_requests_total{type="state_query",result="ok"} 1',
    'freeciv_gateway_refusals_total{code="E103"} 1',
    'freeciv_gateway_link_up 1',
  ]) {
    expect(text).toContain(line);
  }
  expect(text).not.toContain('my-agent');
});

test('connections that say nothing or dribble are closed, and agents are not', async () => {
  await using fixture = await startFixture({}, { timeouts: { headers: 50 } });
  const agent = await RawAgentSocket.loggedIn(fixture.port, 'my-agent');
  const silent = connect(fixture.port, '127.0.0.1');
  const dribbling = connect(fixture.port, '127.0.0.1');
  dribbling.write('GET /ws/agent/a HTTP/1.1\r\nhost: a\r\nx');
  silent.resume();
  dribbling.resume();
  await Promise.all([once(silent, 'close'), once(dribbling, 'close')]);
  agent.sendRequest('ping', {});
  expect(await agent.next()).toMatchObject({ type: 'pong' });
});

test('a body that is too large, of another type or no JSON is refused in JSON, and nobody is alarmed', async () => {
  const lines: string[] = [];
  const log = pino({ level: 'error' }, { write: (line) => void lines.push(line) });
  await using fixture = await startFixture({}, { log });
  const post = async (type: string, body: string) => {
    const headers = { authorization: 'Bearer good-token', 'content-type': type };
    const response = await fetch(`http://127.0.0.1:${fixture.port}/api/games`, {
      method: 'POST',
      headers,
      body,
    });
    return [response.status, await response.json()];
  };
  expect(await post('application/json', ' '.repeat(2 << 20))).toEqual([
    413,
    { error: expect.stringContaining('too large'), code: 'E106' },
  ]);
  expect(await post('application/xml', '<a/>')).toEqual([
    415,
    { error: expect.stringContaining('Unsupported Media Type'), code: 'E104' },
  ]);
  expect(await post('application/json', '{')).toEqual([400, expect.objectContaining({ code: 'E105' })]);
  expect(lines).toEqual([]);
});

test('an unknown route is a 404 in JSON', async () => {
  await using fixture = await startFixture();
  const response = await fetch(`http://127.0.0.1:${fixture.port}/nowhere?x=1`);
  expect([response.status, await response.json()]).toEqual([
    404,
    { error: 'No such endpoint: GET /nowhere' },
  ]);
});
