import { expect, test } from 'vitest';
import { flatStateSchema } from '../../support/flat-state-schema.js';
import { startFixture } from './support/gateway-fixture.js';
import { RawAgentSocket } from './support/raw-agent-socket.js';

test('a flat client logs in, waits for game_ready, queries, acts and pings, in its own words', async () => {
  await using fixture = await startFixture();
  const { proxy } = fixture;
  const agent = await RawAgentSocket.open(fixture.port, 'flat-1');
  agent.send({
    type: 'llm_connect',
    agent_id: 'flat-1',
    timestamp: 1_726_660_000,
    data: { api_token: 'good-token', model: 'm', game_id: 'g1', nation: 'Roman', leader_name: 'Caesar [AI]' },
  });
  expect(await agent.next()).toMatchObject({
    type: 'llm_connect',
    data: { type: 'auth_success', success: true, player_id: 1, civserver_port: 5556 },
  });
  proxy.push('game_ready', 'flat-1', 'g1', { game_id: 'g1', turn: 1 });
  expect(await agent.next()).toMatchObject({ type: 'game_ready', data: { game_id: 'g1' } });

  agent.send({ type: 'state_query', format: 'llm_optimized', agent_id: 'flat-1' });
  const state = await agent.next();
  expect(state).toMatchObject({ type: 'state_update', agent_id: 'flat-1', turn: 1, format: 'llm_optimized' });
  flatStateSchema.parse(state);
  expect(state).not.toHaveProperty('data');
  const queries = proxy.received.filter(({ type }) => type === 'state_query');
  expect(queries.map(({ data: { format } }) => format)).toEqual(['llm_optimized', 'full']);

  agent.send({
    type: 'action',
    agent_id: 'flat-1',
    data: { type: 'unit_move', unit_id: 4, dest_x: 1, dest_y: 2 },
  });
  const result = { type: 'action_result', success: true, data: { success: true } };
  expect(await agent.next()).toMatchObject(result);
  expect(proxy.received.at(-1)?.data).toMatchObject({
    action_type: 'unit_move',
    actor_id: 4,
    target: { x: 1, y: 2 },
  });

  agent.send({ type: 'ping', timestamp: 1_726_660_001, echo: 'e1' });
  expect(await agent.next()).toMatchObject({ type: 'pong', echo: 'e1' });
});

test('a flat client is never sent what it could take for an answer', async () => {
  await using fixture = await startFixture();
  const { proxy } = fixture;
  const agent = await RawAgentSocket.loggedIn(fixture.port, 'flat-1');
  agent.send({ type: 'state_query', format: 'full', agent_id: 'flat-1' });
  await agent.next();
  for (const type of ['event', 'status', 'turn_start'] as const) proxy.push(type, 'flat-1', 'g1');
  expect(await agent.next()).toMatchObject({ type: 'turn_start' });
});

test('a refusal of the game reaches a flat client with code and message', async () => {
  await using fixture = await startFixture();
  const agent = await RawAgentSocket.loggedIn(fixture.port, 'flat-1');
  fixture.proxy.respond = (request, proxy) => {
    const data = { type: 'error', error_code: 'E130', error_message: 'no', code: 'E130', message: 'no' };
    proxy.answer(request, 'error', data);
  };
  agent.send({ type: 'state_query', format: 'full' });
  expect(await agent.next()).toMatchObject({ type: 'error', data: { code: 'E130', message: 'no' } });
});

test('a flat state is made of two queries; when the game refuses one of them, its error is the answer', async () => {
  await using fixture = await startFixture();
  const agent = await RawAgentSocket.loggedIn(fixture.port, 'flat-1');
  let refused: unknown;
  fixture.proxy.respond = (request, proxy) => {
    const { format } = request.data;
    const data = { turn: 4, [`only_in_${format}`]: true };
    if (format === refused)
      proxy.answer(request, 'error', { type: 'error', error_code: 'E130', error_message: 'no' });
    else proxy.answer(request, 'state_update', { type: 'state_response', format, data });
  };
  agent.send({ type: 'state_query', format: 'scene' });
  const whole = { type: 'state_update', format: 'scene', only_in_full: true, only_in_llm_optimized: true };
  expect(await agent.next()).toMatchObject(whole);
  for (refused of ['full', 'llm_optimized']) {
    agent.send({ type: 'state_query', format: 'scene' });
    expect(await agent.next()).toMatchObject({ type: 'error', data: { error_code: 'E130' } });
  }
});

test('a flat client carries on over a new socket without a login, from its own address and alone', async () => {
  await using fixture = await startFixture({ RESUME_BY_ADDRESS: 'true' });
  const { proxy } = fixture;
  const agent = await RawAgentSocket.loggedIn(fixture.port, 'flat-1');
  const intruder = await RawAgentSocket.open(fixture.port, 'flat-1');
  intruder.send({ type: 'state_query', format: 'full' });
  expect(await intruder.next()).toMatchObject({ data: { code: 'E120' } });
  await intruder.close();
  await agent.close();
  proxy.push('turn_start', 'flat-1', 'g1', { turn: 2 });
  await RawAgentSocket.loggedIn(fixture.port, 'another');
  const back = await RawAgentSocket.open(fixture.port, 'flat-1');
  back.send({ type: 'state_query', format: 'full' });
  expect(await back.next()).toMatchObject({ type: 'state_update' });
  expect(await back.next()).toMatchObject({ type: 'turn_start', seq: 1 });
});

test('every new session hears that its game is ready, also when that was before it', async () => {
  await using fixture = await startFixture();
  const { proxy } = fixture;
  const first = await RawAgentSocket.loggedIn(fixture.port, 'flat-1');
  proxy.push('game_ready', 'flat-1', 'g1', { game_id: 'g1', turn: 1 });
  await first.next();
  await first.close();
  const second = await RawAgentSocket.loggedIn(fixture.port, 'flat-1');
  expect(await second.next()).toMatchObject({ type: 'game_ready', seq: 1, data: { game_id: 'g1', turn: 1 } });
});

test('a gateway that was restarted tells from the seat that the game is ready', async () => {
  await using fixture = await startFixture({}, { timeouts: { gameReady: 1 } });
  fixture.proxy.respond = (request, proxy) =>
    proxy.answer(request, 'llm_connect', { player_id: 2, game_id: 'g1', status: 'ready' });
  const agent = await RawAgentSocket.loggedIn(fixture.port, 'flat-1');
  expect(await agent.next()).toMatchObject({ type: 'game_ready', data: { game_id: 'g1', player_id: 2 } });
});

test('a new socket of a flat client must log in where the setting for it is off', async () => {
  await using fixture = await startFixture();
  const agent = await RawAgentSocket.loggedIn(fixture.port, 'flat-1');
  await agent.close();
  const back = await RawAgentSocket.open(fixture.port, 'flat-1');
  back.send({ type: 'state_query', format: 'full' });
  expect(await back.next()).toMatchObject({ data: { code: 'E120' } });
});
