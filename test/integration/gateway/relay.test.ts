import { once } from 'node:events';
import { expect, test } from 'vitest';
import { ManualClock } from '../../support/manual-clock.js';
import { metric } from '../promises/support/metric.js';
import { auditOf } from './support/audit-of.js';
import { startFixture } from './support/gateway-fixture.js';
import { RawAgentSocket } from './support/raw-agent-socket.js';
import { answerAll } from './support/scripted-proxy.js';

test('requests are answered with their own correlation_id, whatever order the answers come in', async () => {
  await using fixture = await startFixture();
  const { proxy } = fixture;
  const agent = await RawAgentSocket.loggedIn(fixture.port, 'my-agent');
  await proxy.requests.take();
  proxy.respond = () => {};
  agent.sendRequest('action', { action_type: 'unit_move', actor_id: 1, target: { x: 1, y: 1 } }, 'first');
  agent.sendRequest('action', { action_type: 'unit_move', actor_id: 2, target: { x: 1, y: 1 } }, 'second');
  const [first, second] = [await proxy.requests.take(), await proxy.requests.take()];
  expect(first.correlation_id).not.toBe('first');
  proxy.answer(second, 'action_result', { type: 'action_result', success: true, actor: 2 });
  proxy.answer(first, 'action_result', { type: 'action_result', success: false, actor: 1 });
  expect(await agent.next()).toMatchObject({ correlation_id: 'second', data: { actor: 2 } });
  expect(await agent.next()).toMatchObject({ correlation_id: 'first', data: { actor: 1 } });
});

test('an action sent twice is executed once and answered alike; with another payload it is E135', async () => {
  await using fixture = await startFixture();
  const { proxy } = fixture;
  const agent = await RawAgentSocket.loggedIn(fixture.port, 'my-agent');
  const move = { action_type: 'unit_move', actor_id: 1, target: { x: 1, y: 1 } };
  agent.sendRequest('action', move, 'a1');
  const first = await agent.next();
  agent.sendRequest('action', { target: { y: 1, x: 1 }, actor_id: 1, action_type: 'unit_move' }, 'a1');
  expect(await agent.next()).toEqual(first);
  agent.sendRequest('action', { ...move, actor_id: 2 }, 'a1');
  expect(await agent.next()).toMatchObject({ type: 'error', data: { error_code: 'E135' } });
  expect(proxy.received.filter((request) => request.type === 'action')).toHaveLength(1);
});

test('no push comes between a request and its answer', async () => {
  await using fixture = await startFixture();
  const { proxy } = fixture;
  const agent = await RawAgentSocket.loggedIn(fixture.port, 'my-agent');
  await proxy.requests.take();
  proxy.respond = (request) => {
    proxy.push('turn_end', 'my-agent', 'g1', { turn: 1 });
    proxy.push('turn_start', 'my-agent', 'g1', { turn: 2 });
    answerAll(request, proxy);
  };
  agent.sendRequest('action', { action_type: 'end_turn' }, 'end');
  expect(await agent.next()).toMatchObject({ type: 'action_result', correlation_id: 'end' });
  expect(await agent.next()).toMatchObject({ type: 'turn_end', seq: 1 });
  expect(await agent.next()).toMatchObject({ type: 'turn_start', seq: 2 });
});

test('an action whose link breaks is told as unknown, never guessed', async () => {
  await using fixture = await startFixture();
  const { proxy } = fixture;
  const agent = await RawAgentSocket.loggedIn(fixture.port, 'my-agent');
  proxy.respond = (request) => {
    if (request.type === 'action') proxy.cut();
    else answerAll(request, proxy);
  };
  agent.sendRequest('action', { action_type: 'end_turn' }, 'end');
  expect(await agent.next()).toMatchObject({
    type: 'error',
    correlation_id: 'end',
    data: { error_code: 'E131', details: { outcome: 'unknown' } },
  });
  expect(proxy.received.filter((request) => request.type === 'action')).toHaveLength(1);
});

test('an action that waited for its link is asked about as it was sent, and its late verdict is counted', async () => {
  await using fixture = await startFixture();
  const { proxy } = fixture;
  const seatedAt = (name: string, turn: number): typeof answerAll => {
    const outbox = { outbox: name, seq: 0, gap: false };
    const unknown = { error_code: 'E131', error_message: 'Not known', details: { outcome: 'unknown' } };
    return (request) => {
      if (request.type === 'llm_connect')
        proxy.answer(request, 'llm_connect', { player_id: 1, game_id: 'g1', outbox, turn });
      else proxy.answer(request, 'error', unknown);
    };
  };
  proxy.respond = seatedAt('first', 7);
  const agent = await RawAgentSocket.loggedIn(fixture.port, 'my-agent');
  await proxy.stop();
  await agent.nextOf('status');
  agent.sendRequest('action', { action_type: 'end_turn' }, 'late');
  agent.sendRequest('ping', {}, 'p');
  await agent.nextOf('pong');
  proxy.respond = seatedAt('second', 8);
  await proxy.restart();
  const unknown = { data: { error_code: 'E131', details: { outcome: 'unknown', turn: 8 } } };
  expect(await agent.nextOf('error')).toMatchObject(unknown);
  agent.sendRequest('action', { action_type: 'end_turn' }, 'late');
  expect(await agent.nextOf('error')).toMatchObject(unknown);
  const done = { type: 'action_result', data: { success: true, outcome: 'applied' } };
  proxy.respond = (request) => proxy.answer(request, 'outcome', done);
  agent.sendRequest('action', { action_type: 'end_turn' }, 'late');
  expect(await agent.nextOf('action_result')).toMatchObject(done);
  const [sent, ...asked] = proxy.received.filter(({ type }) => type === 'action' || type === 'outcome');
  expect(sent).toMatchObject({ type: 'action', once: { outbox: 'second' } });
  expect(asked).toMatchObject(Array(2).fill({ type: 'outcome', once: sent?.once, data: { turn: 8 } }));
  const count = (result: string) =>
    metric(fixture.port, `freeciv_gateway_requests_total{type="action",result="${result}"}`);
  expect([await count('E131'), await count('ok')]).toEqual([2, 1]);
  await fixture.gateway.close();
  expect(await auditOf(fixture.dataDir)).toMatchObject([
    { correlation_id: 'late', status: 'E131', outcome: 'unknown' },
    { correlation_id: 'late', status: 'ok', outcome: 'applied' },
  ]);
});

test('the proxy is asked about a lost batch with its actions where one ends the turn, and else without', async () => {
  await using fixture = await startFixture();
  const { proxy } = fixture;
  const outbox = { outbox: 'first', seq: 0, gap: false };
  const unknown = { error_code: 'E131', error_message: 'Not known', details: { outcome: 'unknown' } };
  proxy.respond = (request) => {
    if (request.type === 'llm_connect')
      proxy.answer(request, 'llm_connect', { player_id: 1, game_id: 'g1', outbox, turn: 7 });
    else proxy.answer(request, 'error', unknown);
  };
  const agent = await RawAgentSocket.loggedIn(fixture.port, 'my-agent');
  const batches = {
    ends: { actions: [{ action_type: 'research' }, { action_type: 'end_turn' }] },
    'goes on': { actions: [{ action_type: 'research' }] },
  };
  for (const [id, batch] of Object.entries(batches))
    for (let time = 0; time < 2; time += 1) {
      agent.sendRequest('action_batch', batch, id);
      expect(await agent.nextOf('error')).toMatchObject({ correlation_id: id, data: { error_code: 'E131' } });
    }
  const asked = proxy.received.filter(({ type }) => type === 'outcome').map(({ data }) => data);
  expect(asked).toEqual([{ batch: expect.objectContaining(batches.ends), turn: 7 }, { turn: 7 }]);
});

test('a channel for spectators that nobody watches is ended when the proxy sends an update of it', async () => {
  await using fixture = await startFixture();
  const { proxy } = fixture;
  await RawAgentSocket.loggedIn(fixture.port, 'my-agent');
  proxy.push('spectator_update', 'spectators', 'g1', { channel: 'late', update: {} });
  const ended = () => proxy.received.find(({ type }) => type === 'spectate_end');
  await expect.poll(ended).toMatchObject({ game_id: 'g1', data: { channel: 'late' } });
});

test('a state query whose link breaks is asked again over the next, after the seat was taken again', async () => {
  await using fixture = await startFixture();
  const { proxy } = fixture;
  const agent = await RawAgentSocket.loggedIn(fixture.port, 'my-agent', { nation: 'Roman' });
  let cuts = 0;
  proxy.respond = (request) => {
    if (request.type === 'state_query' && cuts++ === 0) proxy.cut();
    else answerAll(request, proxy);
  };
  agent.sendRequest('state_query', { format: 'full' }, 'q');
  expect(await agent.next()).toMatchObject({ type: 'state_update', correlation_id: 'q' });
  expect(proxy.received.map((request) => request.type)).toEqual([
    'llm_connect',
    'state_query',
    'llm_connect',
    'state_query',
  ]);
  expect(proxy.received[2]?.data).toMatchObject({ nation: 'Roman', create: false });
});

test('a proxy that stays away is E123 with retry_after, and play goes on when it is back', async () => {
  await using fixture = await startFixture({}, { timeouts: { linkWait: 50 } });
  const { proxy } = fixture;
  const agent = await RawAgentSocket.loggedIn(fixture.port, 'my-agent');
  await proxy.stop();
  agent.sendRequest('state_query', {}, 'q1');
  const refused = await agent.next();
  expect(refused).toMatchObject({ type: 'error', correlation_id: 'q1', data: { error_code: 'E123' } });
  expect(refused.data?.details).toMatchObject({ retry_after: expect.any(Number) });
  await proxy.restart();
  await proxy.connections.take();
  agent.sendRequest('state_query', {}, 'q2');
  expect(await agent.nextOf('state_update')).toMatchObject({ correlation_id: 'q2' });
});

test('sessions are told when the proxy is lost and when it is back', async () => {
  await using fixture = await startFixture();
  const { proxy } = fixture;
  const agent = await RawAgentSocket.loggedIn(fixture.port, 'my-agent');
  proxy.cut();
  expect(await agent.next()).toMatchObject({ type: 'status', seq: 1, data: { status: 'recovering' } });
  expect(await agent.next()).toMatchObject({
    type: 'status',
    seq: 2,
    data: { status: 'recovered', resync: true },
  });
  proxy.respond = (request) =>
    proxy.answer(request, 'llm_connect', { player_id: 1, game_id: 'g1', turn: 7, turn_done: true });
  proxy.cut();
  expect(await agent.next()).toMatchObject({ data: { status: 'recovering' } });
  // What became of an end_turn whose verdict was lost.
  expect(await agent.next()).toMatchObject({ data: { status: 'recovered', turn: 7, turn_done: true } });
});

test('a message that would grow beyond the link’s limit when written again does not cut the link', async () => {
  await using fixture = await startFixture();
  const agent = await RawAgentSocket.loggedIn(fixture.port, 'my-agent');
  const numbers = '9e20,'.repeat(200_000);
  agent.socket.send(`{"type":"action","correlation_id":"big","data":{"action_type":"x","n":[${numbers}1]}}`);
  expect(await agent.next()).toMatchObject({ data: { error_code: 'E106' } });
  agent.sendRequest('state_query', {}, 'q');
  expect(await agent.next()).toMatchObject({ type: 'state_update', correlation_id: 'q' });
  expect(fixture.proxy.connections.size).toBe(0);
});

test('a request the proxy does not answer ends with E132', async () => {
  await using fixture = await startFixture({}, { timeouts: { action: 30, stateQuery: 30, connect: 1000 } });
  const { proxy } = fixture;
  const agent = await RawAgentSocket.loggedIn(fixture.port, 'my-agent');
  proxy.respond = () => {};
  agent.sendRequest('action', { action_type: 'end_turn' }, 'a');
  expect(await agent.next()).toMatchObject({
    correlation_id: 'a',
    data: { error_code: 'E132', details: { outcome: 'unknown' } },
  });
  agent.sendRequest('state_query', {}, 'q');
  expect(await agent.next()).toMatchObject({ correlation_id: 'q', data: { error_code: 'E132' } });
  const late = await RawAgentSocket.open(fixture.port, 'late-agent');
  expect(await late.logIn()).toMatchObject({ type: 'error', data: { error_code: 'E132' } });
});

test('an answer that breaks the contract is E500 for its request and nothing for the others', async () => {
  await using fixture = await startFixture();
  const { proxy } = fixture;
  const agent = await RawAgentSocket.loggedIn(fixture.port, 'my-agent');
  proxy.respond = (request) => {
    proxy.sendRaw('{');
    proxy.sendRaw('[]');
    proxy.sendRaw(JSON.stringify({ type: 'surprise', correlation_id: request.correlation_id }));
  };
  agent.sendRequest('state_query', {}, 'q');
  expect(await agent.next()).toMatchObject({ correlation_id: 'q', data: { error_code: 'E500' } });
  proxy.respond = answerAll;
  agent.sendRequest('state_query', {}, 'q2');
  expect(await agent.next()).toMatchObject({ type: 'state_update', correlation_id: 'q2' });
});

test('ping gives back what it brought; conn_pong and pong are taken silently', async () => {
  await using fixture = await startFixture();
  const agent = await RawAgentSocket.loggedIn(fixture.port, 'my-agent');
  agent.send({ type: 'conn_pong' });
  agent.send({ type: 'pong', agent_id: 'my-agent' });
  agent.send({ type: 'ping', timestamp: 5, echo: 'x', correlation_id: 'p' });
  expect(await agent.next()).toMatchObject({ type: 'pong', echo: 'x', correlation_id: 'p' });
});

test('who gives no sign of life is closed 4009 and keeps its session', async () => {
  await using fixture = await startFixture({ SESSION_TIMEOUT_S: '0.5', HEARTBEAT_S: '30' });
  const { port } = fixture;
  const silent = await RawAgentSocket.loggedIn(port, 'my-agent');
  silent.socket.pause();
  const closes = 'freeciv_gateway_agent_socket_closes_total{code="4009"}';
  await expect.poll(() => metric(port, closes)).toBe(1);
  expect(await metric(port, 'freeciv_gateway_sessions')).toBe(1);
  silent.socket.terminate();
});

test('who answers pings stays, however short the time is that a silent one has', async () => {
  const clock = new ManualClock();
  const timeouts = { linkPing: 1e9, linkSilence: 1e9 };
  await using fixture = await startFixture(
    { SESSION_TIMEOUT_S: '2', HEARTBEAT_S: '30' },
    { clock, timeouts },
  );
  const agent = await RawAgentSocket.loggedIn(fixture.port, 'my-agent');
  for (let second = 0; second < 10; second++) {
    const pinged = once(agent.socket, 'ping');
    clock.pass(1_000);
    await pinged;
    // The pong goes out before this, and so comes in before it.
    agent.sendRequest('state_query', {});
    await agent.nextOf('state_update');
  }
  expect(agent.socket.readyState).toBe(agent.socket.OPEN);
});
