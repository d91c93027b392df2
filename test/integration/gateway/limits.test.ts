import { expect, test } from 'vitest';
import { startFixture } from './support/gateway-fixture.js';
import { RawAgentSocket } from './support/raw-agent-socket.js';
import { upgradeStatus } from './support/upgrade-status.js';

const specLimits = { RATE_MESSAGES_PER_MINUTE: '100', RATE_BURST: '20', RATE_ACTIONS_PER_MINUTE: '30' };

test('over the limit every message is refused with E110 and retry_after, and pings are answered', async () => {
  await using fixture = await startFixture(specLimits);
  const agent = await RawAgentSocket.loggedIn(fixture.port, 'my-agent');
  for (let i = 1; i <= 60; i++) agent.sendRequest('state_query', {}, `q${i}`);
  agent.sendRequest('ping', {}, 'p');
  const answers = new Map<string, string>();
  while (answers.size < 61) {
    const { correlation_id: id, type, data } = await agent.next();
    if (id === undefined) continue;
    answers.set(id, type);
    if (type !== 'error') continue;
    expect(data).toMatchObject({ error_code: 'E110', details: { limit: 'burst', retry_after: 1 } });
  }
  expect(answers.get('p')).toBe('pong');
  const served = [...answers.values()].filter((type) => type === 'state_update').length;
  expect(served).toBeGreaterThanOrEqual(20);
  expect(served).toBeLessThan(60);
});

test('a limit holds over the sockets of an agent, and for no other', async () => {
  await using fixture = await startFixture({ ...specLimits, RATE_ACTIONS_PER_MINUTE: '1' });
  const first = await RawAgentSocket.loggedIn(fixture.port, 'my-agent');
  first.sendRequest('action', { action_type: 'end_turn' });
  expect(await first.next()).toMatchObject({ type: 'action_result' });
  await first.close();
  const second = await RawAgentSocket.loggedIn(fixture.port, 'my-agent');
  second.sendRequest('action', { action_type: 'end_turn' });
  expect(await second.next()).toMatchObject({ data: { error_code: 'E110', details: { limit: 'actions' } } });
  const other = await RawAgentSocket.loggedIn(fixture.port, 'other');
  other.sendRequest('action', { action_type: 'end_turn' });
  expect(await other.next()).toMatchObject({ type: 'action_result' });
});

test('a flat client finds the code it waits for in the message of a rate limit', async () => {
  await using fixture = await startFixture({ ...specLimits, RATE_MESSAGES_PER_MINUTE: '1' });
  const agent = await RawAgentSocket.loggedIn(fixture.port, 'flat-1');
  for (let i = 0; i < 2; i++) agent.send({ type: 'state_query', format: 'full' });
  const answers = [await agent.next(), await agent.next()];
  const refused = answers.find(({ type }) => type === 'error');
  expect(refused?.data?.message).toContain('E101');
});

test('pages of other origins are refused 403', async () => {
  await using fixture = await startFixture({ ALLOWED_ORIGINS: 'https://arena.example' });
  const ask = (origin: string) => upgradeStatus(fixture.port, '/ws/agent/a', { origin });
  expect(await ask('https://evil.example')).toBe(403);
  expect(await ask('null')).toBe(403);
  expect(await ask('https://arena.example')).toBe(101);
  expect(await ask(`http://localhost:${fixture.port}`)).toBe(101);
});

test('sockets are capped by address and in all, and places come free again', async () => {
  await using fixture = await startFixture({ MAX_SOCKETS_PER_ADDRESS: '2' });
  const first = await RawAgentSocket.open(fixture.port, 'a1');
  await RawAgentSocket.open(fixture.port, 'a2');
  expect(await upgradeStatus(fixture.port, '/ws/agent/a3')).toBe(429);
  await first.close();
  await expect.poll(() => upgradeStatus(fixture.port, '/ws/agent/a3')).toBe(101);
});

test('the cap of all sockets is 503', async () => {
  await using fixture = await startFixture({ MAX_SOCKETS: '1' });
  await RawAgentSocket.open(fixture.port, 'a1');
  expect(await upgradeStatus(fixture.port, '/ws/agent/a2')).toBe(503);
});

test('who stops reading gets no more work done, is closed in the end, and may come back', async () => {
  await using fixture = await startFixture({}, { timeouts: { slowReader: 500 } });
  const { proxy, port } = fixture;
  const agent = await RawAgentSocket.open(port, 'slow');
  const auth = await agent.logIn();
  agent.sendRequest('state_query', {}, 'q');
  await agent.next();
  agent.socket.pause();
  const text = 'x'.repeat(100_000);
  for (let number = 1; number <= 200; number++) proxy.push('event', 'slow', 'g1', { text, number });
  // Whoever else logs in is served; the link has carried the pushes by then.
  const quick = await RawAgentSocket.loggedIn(port, 'quick');
  const closed = 'freeciv_gateway_agent_socket_closes_total{code="4008"}';
  await expect.poll(() => metric(port, closed), { timeout: 20_000 }).toBe(1);
  quick.sendRequest('state_query', {}, 'q');
  expect(await quick.next()).toMatchObject({ type: 'state_update' });
  const back = await RawAgentSocket.open(port, 'slow');
  const resumed = await back.logIn({ session_id: auth.data?.session_id, last_seq: 0 });
  expect(resumed.data).toMatchObject({ resumed: true, resync: true, seq: 200 });
  let last = await back.next();
  while (last.seq !== 200) {
    const next = await back.next();
    expect(next.seq).toBe(Number(last.seq) + 1);
    last = next;
  }
});

test('who reads again in time gets what is still held, and is told exactly what it has missed', async () => {
  await using fixture = await startFixture({}, { timeouts: { slowReader: 100_000 } });
  const { proxy, port } = fixture;
  const agent = await RawAgentSocket.loggedIn(port, 'slow');
  agent.sendRequest('state_query', {}, 'q');
  await agent.next();
  agent.socket.pause();
  const count = 400;
  const text = 'x'.repeat(100_000);
  for (let number = 1; number <= count; number++) proxy.push('event', 'slow', 'g1', { text, number });
  const pushed = () => metric(port, 'freeciv_gateway_pushes_total{type="event"}');
  await expect.poll(pushed, { timeout: 60_000 }).toBe(count);
  agent.socket.resume();
  let last = 0;
  let missed = 0;
  while (last < count) {
    const { seq, type, data } = await agent.next();
    if (type === 'status') {
      expect(data).toMatchObject({ status: 'gap', from_seq: last + 1, to_seq: seq, resync: true });
      missed += Number(seq) - last;
    } else expect({ seq, number: data?.number }).toEqual({ seq: last + 1, number: last + 1 });
    last = Number(seq);
  }
  expect(missed).toBeGreaterThan(0);
  expect(await metric(port, 'freeciv_gateway_pushes_skipped_total')).toBe(missed);
});

test('a request of a client that does not read its answers is refused, not queued', async () => {
  await using fixture = await startFixture();
  const { proxy, port } = fixture;
  const agent = await RawAgentSocket.loggedIn(port, 'slow');
  const state = 'x'.repeat(1 << 20);
  proxy.respond = (request) => proxy.answer(request, 'state_update', { state });
  agent.socket.pause();
  const done = async () =>
    (await metric(port, 'freeciv_gateway_requests_total{type="state_query",result="ok"}')) +
    (await metric(port, 'freeciv_gateway_refusals_total{code="E110"}'));
  for (let i = 1; i <= 30; i++) {
    agent.sendRequest('state_query', {}, `q${i}`);
    await expect.poll(done).toBe(i);
  }
  agent.socket.resume();
  const answers = [];
  for (let i = 1; i <= 30; i++) answers.push((await agent.next()).data?.error_code);
  expect(new Set(answers)).toEqual(new Set([undefined, 'E110']));
});

/** The value of a series of /api/metrics. */
async function metric(port: number, series: string): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${port}/api/metrics`)).text();
  const line = text.split('\n').find((each) => each.startsWith(`${series} `));
  return Number(line?.slice(series.length + 1) ?? 0);
}
