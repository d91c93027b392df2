import { expect, test } from 'vitest';
import { systemClock } from '#shared/core/clock.js';
import { createLogger } from '#shared/core/log.js';
import { RedisSlots } from '../../../features/redis/gateway/redis-slots.js';
import { createRedis } from '../../../features/redis/store/redis-client.js';
import { RedisServer } from '../../support/redis/redis-server.js';
import { type Fixture, startFixture } from './support/gateway-fixture.js';
import { RawAgentSocket } from './support/raw-agent-socket.js';

/** Two gateways on one Redis, each with a proxy of its own. */
async function startTwo(redis: RedisServer, settings: Readonly<Record<string, string>>) {
  const a = await startFixture({ ...settings, REDIS_URL: redis.url });
  const b = await startFixture({ ...settings, REDIS_URL: redis.url });
  return {
    a,
    b,
    async [Symbol.asyncDispose]() {
      await a[Symbol.asyncDispose]();
      await b[Symbol.asyncDispose]();
    },
  };
}

async function logIn({ port }: Fixture, data: Record<string, unknown> = {}) {
  const agent = await RawAgentSocket.open(port, 'my-agent');
  return { agent, answer: await agent.logIn(data) };
}

/** Sends state queries until one is refused; the refusal. */
async function untilRefused(agent: RawAgentSocket) {
  for (;;) {
    agent.sendRequest('state_query', {});
    const answer = await agent.next();
    if (answer.type === 'error') return answer;
  }
}

test('an agent has its connections over all gateways, and one that closes is free at once', async () => {
  await using redis = await RedisServer.start();
  await using two = await startTwo(redis, { MAX_CONNECTIONS_PER_AGENT: '2' });
  const first = await logIn(two.a);
  const second = await logIn(two.b);
  expect(second.answer).toMatchObject({ data: { success: true } });
  expect((await logIn(two.b)).answer).toMatchObject({ data: { error_code: 'E111' } });
  expect((await logIn(two.a)).answer).toMatchObject({ data: { error_code: 'E111' } });
  // A session that moves takes its connection along.
  const moved = await logIn(two.b, { session_id: first.answer.data?.session_id });
  expect(moved.answer).toMatchObject({ data: { resumed: true } });
  await second.agent.close();
  await expect.poll(async () => (await logIn(two.a)).answer.data?.success).toBe(true);
  expect((await logIn(two.b)).answer).toMatchObject({ data: { error_code: 'E111' } });
});

test('racing logins at two gateways never get more connections than there are', async () => {
  await using redis = await RedisServer.start();
  await using two = await startTwo(redis, { MAX_CONNECTIONS_PER_AGENT: '3' });
  const logins = Array.from({ length: 20 }, (_, at) => logIn(at % 2 === 0 ? two.a : two.b));
  const answers = (await Promise.all(logins)).map(({ answer }) => answer.data?.error_code ?? 'ok');
  expect(answers.filter((code) => code === 'ok')).toHaveLength(3);
  expect(answers.filter((code) => code === 'E111')).toHaveLength(17);
});

test('messages are counted over all gateways', async () => {
  await using redis = await RedisServer.start();
  await using two = await startTwo(redis, { RATE_MESSAGES_PER_MINUTE: '40', RATE_BURST: '10000' });
  const [a, b] = [await logIn(two.a), await logIn(two.b)];
  const used = await untilRefused(a.agent);
  expect(used.data).toMatchObject({ error_code: 'E110', details: { limit: 'messages' } });
  // Alone it could send 40: the other gateway has told what it let pass.
  b.agent.sendRequest('state_query', {});
  await b.agent.next();
  await expect
    .poll(async () => {
      b.agent.sendRequest('state_query', {});
      return (await b.agent.next()).data;
    })
    .toMatchObject({ error_code: 'E110', details: { limit: 'messages', retry_after: expect.any(Number) } });
  const relayed = [two.a, two.b].map(({ proxy }) =>
    proxy.received.filter((one) => one.type === 'state_query'),
  );
  expect(relayed[0]).toHaveLength(40);
  expect(relayed[1]?.length).toBeLessThan(40);
});

test('without Redis each gateway keeps its own limits', async () => {
  await using redis = await RedisServer.start();
  await using two = await startTwo(redis, { RATE_MESSAGES_PER_MINUTE: '30', RATE_BURST: '10000' });
  const a = await logIn(two.a);
  await redis.kill();
  expect((await untilRefused(a.agent)).data).toMatchObject({ details: { limit: 'messages' } });
  expect(two.a.proxy.received.filter(({ type }) => type === 'state_query')).toHaveLength(30);
});

test('a session that expires while its connection is counted is not resumed', async () => {
  await using redis = await RedisServer.start();
  const environment = { REDIS_URL: redis.url, SESSION_EXPIRES_S: '0.5' };
  await using gateway = await startFixture(environment, { timeouts: { sessionSweep: 20 } });
  const first = await logIn(gateway);
  redis.freeze();
  await first.agent.close();
  // Until Redis has not answered for a second.
  const again = await logIn(gateway, { session_id: first.answer.data?.session_id });
  expect(again.answer).toMatchObject({ type: 'error', data: { error_code: 'E124' } });
  redis.thaw();
});

test('a session that has a socket keeps its slot when it may not have another', async () => {
  await using server = await RedisServer.start();
  const clock = systemClock;
  const redis = createRedis(server.url, { clock, log: createLogger('test', 'silent') });
  expect(await redis.whenUp(30_000)).toBe(true);
  const slots = new RedisSlots({ redis, clock, gatewayId: 'one', limit: () => 1 });
  const taken = async () => redis.run('HKEYS', 'fcgw:{agent:ann}:slots');
  // As after Redis was away: both have their sockets already.
  for (const session of ['first', 'second']) slots.hold('ann', session);
  expect(await slots.reserve('ann', 'first')).toBe('full');
  expect(await taken()).toEqual({ ok: true, value: ['first', 'second'] });
  // It is still known here: its end frees it.
  slots.release('ann', 'first');
  expect(await taken()).toEqual({ ok: true, value: ['second'] });
  slots.close();
  await redis.close();
});
