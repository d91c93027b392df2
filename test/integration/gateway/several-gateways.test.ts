import { expect, test } from 'vitest';
import { RedisServer } from '../../support/redis/redis-server.js';
import { Relay } from '../../support/relay.js';
import { type Fixture, startFixture } from './support/gateway-fixture.js';
import { RawAgentSocket } from './support/raw-agent-socket.js';

/** Two gateways on one Redis, each with a proxy of its own. */
async function startTwo(
  redis: RedisServer,
): Promise<AsyncDisposable & { readonly a: Fixture; readonly b: Fixture }> {
  const a = await startFixture({ REDIS_URL: redis.url });
  const b = await startFixture({ REDIS_URL: redis.url });
  return {
    a,
    b,
    async [Symbol.asyncDispose]() {
      await a[Symbol.asyncDispose]();
      await b[Symbol.asyncDispose]();
    },
  };
}

async function resumeAt({ port }: Fixture, session: unknown, lastSeq: number) {
  const agent = await RawAgentSocket.open(port, 'my-agent');
  return { agent, answer: await agent.logIn({ session_id: session, last_seq: lastSeq }) };
}

/** What a gateway told its proxy of whether the agent is there. */
function presences({ proxy }: Fixture): readonly unknown[] {
  return proxy.received.filter(({ type }) => type === 'presence').map(({ data }) => data.presence);
}

test('an agent goes on at another gateway: its first socket is told and closed, and nothing of it ends', async () => {
  await using redis = await RedisServer.start();
  await using two = await startTwo(redis);
  const { a, b } = two;
  const first = await RawAgentSocket.open(a.port, 'my-agent');
  const session = (await first.logIn({ nation: 'Roman' })).data?.session_id;
  first.sendRequest('action', { action_type: 'end_turn' }, 'a1');
  const verdict = await first.next();
  a.proxy.push('turn_start', 'my-agent', 'g1', { turn: 2 });
  expect(await first.next()).toMatchObject({ type: 'turn_start', seq: 1 });

  const { agent: second, answer } = await resumeAt(b, session, 0);
  expect(answer.data).toMatchObject({ resumed: true, session_id: session });
  // The seat may have been joined, which is the second push, before the answer or after it.
  expect([1, 2]).toContain(answer.data?.missed);
  expect(await first.next()).toMatchObject({ type: 'error', data: { error_code: 'E125' } });
  expect(await first.closed).toMatchObject({ code: 4001 });
  expect(await second.nextOf('turn_start')).toMatchObject({ seq: 1, data: { turn: 2 } });
  second.sendRequest('action', { action_type: 'end_turn' }, 'a1');
  expect(await second.nextOf('action_result')).toEqual(verdict);
  expect(b.proxy.received[0]).toMatchObject({
    type: 'llm_connect',
    data: { nation: 'Roman', create: false },
  });
  expect(b.proxy.received.filter(({ type }) => type === 'action')).toEqual([]);

  const { agent: third, answer: back } = await resumeAt(a, session, 2);
  expect(back.data).toMatchObject({ resumed: true, session_id: session });
  expect(await second.closed).toMatchObject({ code: 4001 });
  third.sendRequest('state_query', {}, 'q');
  expect(await third.nextOf('state_update')).toMatchObject({ correlation_id: 'q' });
  expect(presences(a)).not.toContain('gone');
});

test('a session stays where it is for who may not have it', async () => {
  await using redis = await RedisServer.start();
  await using two = await startTwo(redis);
  const { a, b } = two;
  const owner = await RawAgentSocket.open(a.port, 'my-agent');
  const session = (await owner.logIn()).data?.session_id;
  const logIn = async (agentId: string, data: Record<string, unknown>) =>
    (await (await RawAgentSocket.open(b.port, agentId)).logIn(data)).data?.error_code;
  expect(await logIn('other', { session_id: session })).toBe('E124');
  expect(await logIn('my-agent', { session_id: session, api_token: 'stolen?' })).toBe('E102');
  expect(await logIn('my-agent', { session_id: 'AAAAAAAAAAAAAAAAAAAAAA' })).toBe('E124');
  owner.sendRequest('state_query', {}, 'q');
  expect(await owner.next()).toMatchObject({ type: 'state_update' });
});

test('a session that goes to another gateway while it is resumed here is taken back, and not lost', async () => {
  await using redis = await RedisServer.start();
  await using slow = await Relay.to(() => [Number(new URL(redis.url).port)]);
  await using a = await startFixture({ REDIS_URL: `redis://127.0.0.1:${slow.port}` });
  await using b = await startFixture({ REDIS_URL: redis.url });
  const first = await RawAgentSocket.open(a.port, 'my-agent');
  const session = (await first.logIn()).data?.session_id;
  const sockets = await Promise.all([a, b].map(({ port }) => RawAgentSocket.open(port, 'my-agent')));
  // While the store answers the one gateway, the other one takes the session.
  slow.delay(20);
  const answers = await Promise.all(
    sockets.map((socket) => socket.logIn({ session_id: session, last_seq: 0 })),
  );
  expect(answers.map(({ data }) => [data?.resumed, data?.session_id])).toEqual([
    [true, session],
    [true, session],
  ]);
  // Whichever had it before the other one.
  expect(await Promise.race(sockets.map(({ closed }) => closed))).toMatchObject({ code: 4001 });
});

test('while Redis is away play goes on, nobody new comes, and nothing is lost when it comes back empty', async () => {
  await using redis = await RedisServer.start();
  await using two = await startTwo(redis);
  const { a, b } = two;
  const agent = await RawAgentSocket.open(a.port, 'my-agent');
  const session = (await agent.logIn()).data?.session_id;
  await redis.kill();
  const logIn = async ({ port }: Fixture, data = {}) =>
    (await RawAgentSocket.open(port, 'newcomer')).logIn({ game_id: 'g2', ...data });
  await expect
    .poll(async () => (await logIn(b)).data)
    .toMatchObject({
      error_code: 'E112',
      details: { retry_after: 1 },
    });
  expect((await resumeAt(b, session, 0)).answer.data).toMatchObject({ error_code: 'E112' });
  a.proxy.push('turn_start', 'my-agent', 'g1', { turn: 2 });
  expect(await agent.next()).toMatchObject({ seq: 1 });
  agent.sendRequest('action', { action_type: 'end_turn' }, 'a1');
  const verdict = await agent.next();
  await agent.close();
  const { agent: again, answer } = await resumeAt(a, session, 1);
  expect(answer.data).toMatchObject({ resumed: true });
  await again.close();

  await redis.restart();
  await expect.poll(async () => (await resumeAt(b, session, 1)).answer.data).toMatchObject({ resumed: true });
  const { agent: elsewhere } = await resumeAt(b, session, 1);
  elsewhere.sendRequest('action', { action_type: 'end_turn' }, 'a1');
  expect(await elsewhere.nextOf('action_result')).toEqual(verdict);
  expect(await logIn(b)).toMatchObject({ data: { success: true } });
});

test('a seat whose agent has its socket at another gateway is held there, too', async () => {
  await using redis = await RedisServer.start();
  const settings = { REDIS_URL: redis.url, LLM_API_TOKENS: 'shared=*/*/play,own=my-agent/*/play' };
  await using a = await startFixture(settings);
  await using b = await startFixture(settings);
  const logInAt = async ({ port }: Fixture, api_token: string) => {
    const socket = await RawAgentSocket.open(port, 'my-agent');
    const { type, data = {} } = await socket.logIn({ api_token });
    return type === 'error' ? data.error_code : type;
  };
  expect(await logInAt(a, 'shared')).toBe('llm_connect');
  expect(await logInAt(b, 'shared')).toBe('E126');
  expect(await logInAt(b, 'own')).toBe('llm_connect');
});
