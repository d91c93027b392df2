import { expect, test } from 'vitest';
import { startFixture } from './support/gateway-fixture.js';
import { RawAgentSocket } from './support/raw-agent-socket.js';
import { upgradeStatus } from './support/upgrade-status.js';

test('every socket begins with one welcome, and the frame after llm_connect is its answer', async () => {
  await using fixture = await startFixture();
  // The push overtakes the answer on the link, and still comes after it.
  fixture.proxy.respond = (request, proxy) => {
    proxy.push('game_ready', request.agent_id, request.game_id, { game_id: request.game_id, turn: 1 });
    proxy.answer(request, 'llm_connect', { player_id: 3, game_id: request.game_id, server_port: 5556 });
  };
  const agent = new RawAgentSocket(fixture.port, 'my-agent');
  expect(await agent.next()).toMatchObject({ type: 'welcome', agent_id: 'my-agent' });
  agent.sendRequest('llm_connect', {
    api_token: 'good-token',
    model: 'gpt-4',
    game_id: 'g1',
    nation: 'Roman',
  });
  const auth = await agent.next();
  expect(auth).toMatchObject({
    type: 'llm_connect',
    agent_id: 'my-agent',
    data: { type: 'auth_success', success: true, player_id: 3, game_id: 'g1', session_expires_in: 3600 },
  });
  expect(auth.data?.civserver_port).toBe(5556);
  expect(auth.data?.session_id).toMatch(/^[A-Za-z0-9_-]{22}$/);
  expect(await agent.next()).toMatchObject({ type: 'game_ready', seq: 1, data: { game_id: 'g1' } });
});

test('unknown fields of game_config are named, with those that may be meant', async () => {
  await using fixture = await startFixture();
  const agent = await RawAgentSocket.open(fixture.port, 'my-agent');
  const game_config = { players: 2, end_trun: 9, map: { xsize: 40, colour: 1 }, seeds: { maps: 4 } };
  expect((await agent.logIn({ game_config })).data?.ignored).toEqual([
    { path: 'game_config.end_trun', did_you_mean: 'end_turn' },
    { path: 'game_config.map.colour' },
    { path: 'game_config.seeds.maps', did_you_mean: 'map' },
  ]);
  const other = await RawAgentSocket.open(fixture.port, 'other-agent');
  expect((await other.logIn({ game_config: { players: 2 } })).data).not.toHaveProperty('ignored');
});

test('the token never reaches the proxy', async () => {
  await using fixture = await startFixture();
  await RawAgentSocket.loggedIn(fixture.port, 'my-agent');
  const request = await fixture.proxy.requests.take();
  expect(request).toMatchObject({ type: 'llm_connect', agent_id: 'my-agent', game_id: 'g1' });
  expect(JSON.stringify(request)).not.toContain('good-token');
});

test('a wrong token gets E102 and a close that says not to come back', async () => {
  await using fixture = await startFixture();
  for (const token of ['bad', 'agent-only']) {
    const agent = await RawAgentSocket.open(fixture.port, 'my-agent');
    const answer = await agent.logIn({ api_token: token });
    expect(answer).toMatchObject({
      type: 'error',
      data: { error_code: 'E102', code: 'E102', success: false },
    });
    expect(await agent.closed).toMatchObject({ code: 4501 });
  }
  expect(fixture.proxy.received).toEqual([]);
});

test('a token for some agents lets only those in', async () => {
  await using fixture = await startFixture();
  const bot = await RawAgentSocket.open(fixture.port, 'bot-1');
  expect(await bot.logIn({ api_token: 'agent-only' })).toMatchObject({ type: 'llm_connect' });
});

test('before the login only llm_connect and ping are served', async () => {
  await using fixture = await startFixture();
  const agent = await RawAgentSocket.open(fixture.port, 'my-agent');
  for (const type of ['state_query', 'action', 'nonsense']) {
    agent.sendRequest(type, {}, 'c1');
    expect(await agent.next()).toMatchObject({
      type: 'error',
      correlation_id: 'c1',
      data: { error_code: 'E120' },
    });
  }
  agent.sendRequest('ping', {});
  expect(await agent.next()).toMatchObject({ type: 'pong', agent_id: 'my-agent' });
  expect(await agent.logIn()).toMatchObject({ type: 'llm_connect' });
});

test('who does not log in in time is closed 4502', async () => {
  await using fixture = await startFixture({}, { timeouts: { login: 20 } });
  const agent = await RawAgentSocket.open(fixture.port, 'my-agent');
  expect(await agent.closed).toMatchObject({ code: 4502 });
});

test('two connections an agent, the third is refused with E111', async () => {
  await using fixture = await startFixture();
  await RawAgentSocket.loggedIn(fixture.port, 'my-agent');
  const second = await RawAgentSocket.loggedIn(fixture.port, 'my-agent');
  const third = await RawAgentSocket.open(fixture.port, 'my-agent');
  expect(await third.logIn()).toMatchObject({ type: 'error', data: { error_code: 'E111' } });
  expect(await third.closed).toMatchObject({ code: 4503 });
  await second.close();
  await RawAgentSocket.loggedIn(fixture.port, 'another-agent');
  await RawAgentSocket.loggedIn(fixture.port, 'my-agent');
});

test('a seat the proxy refuses is reported with its code, and the agent may try again', async () => {
  await using fixture = await startFixture();
  const { proxy } = fixture;
  const answerWell = proxy.respond;
  proxy.respond = (request) =>
    proxy.answer(request, 'error', { error_code: 'E141', error_message: 'The game has no free seat' });
  const agent = await RawAgentSocket.open(fixture.port, 'my-agent');
  expect(await agent.logIn()).toMatchObject({ type: 'error', data: { code: 'E141' } });
  proxy.respond = answerWell;
  expect(await agent.logIn()).toMatchObject({ type: 'llm_connect' });
});

test('a login that fails does no harm to another session of the same seat', async () => {
  await using fixture = await startFixture();
  const { proxy } = fixture;
  const first = await RawAgentSocket.loggedIn(fixture.port, 'my-agent', { nation: 'Roman' });
  const answerWell = proxy.respond;
  proxy.respond = (request) =>
    proxy.answer(request, 'error', { error_code: 'E105', error_message: 'There is no such nation' });
  const second = await RawAgentSocket.open(fixture.port, 'my-agent');
  expect(await second.logIn({ nation: 'None' })).toMatchObject({ data: { code: 'E105' } });
  proxy.respond = answerWell;
  first.sendRequest('state_query', {}, 'q');
  expect(await first.next()).toMatchObject({ type: 'state_update' });
  expect(proxy.received.map(({ type }) => type)).toEqual(['llm_connect', 'llm_connect', 'state_query']);
  proxy.cut();
  expect(await first.nextOf('status')).toMatchObject({ data: { status: 'recovering' } });
  expect(await first.nextOf('status')).toMatchObject({ data: { status: 'recovered' } });
  expect(proxy.received.at(-1)?.data).toMatchObject({ nation: 'Roman', create: false });
});

test('a bad agent id is answered 400, another path 404', async () => {
  await using fixture = await startFixture();
  for (const [path, status] of [
    ['/ws/agent/no%20good', 400],
    ['/ws/agent/', 400],
    ['/ws/agent/a/b', 400],
    ['/ws/nothing', 404],
    ['/', 404],
  ] as const) {
    expect(await upgradeStatus(fixture.port, path)).toBe(status);
  }
});
