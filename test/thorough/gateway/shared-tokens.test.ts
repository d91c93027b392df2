import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { systemClock } from '#shared/core/clock.js';
import { createLogger } from '#shared/core/log.js';
import { chatErrorSchema } from '#shared/protocol/chat.js';
import { SharedRevocations } from '../../../features/redis/gateway/shared-revocations.js';
import { createRedis, type RedisStore } from '../../../features/redis/store/redis-client.js';
import { hashToken } from '../../../gateway/auth/token-rule.js';
import { TokenStore } from '../../../gateway/auth/token-store.js';
import { startFixture } from '../../integration/gateway/support/gateway-fixture.js';
import { RawAgentSocket } from '../../integration/gateway/support/raw-agent-socket.js';
import { ManualClock } from '../../support/manual-clock.js';
import { RedisServer } from '../../support/redis/redis-server.js';
import { makeDataFolder } from '../../support/services/data-folder.js';

test('a token that is taken out at one gateway is in force at none, until it is put in again', async () => {
  await using redis = await RedisServer.start();
  await using data = await makeDataFolder();
  const [fileA, fileB] = ['a', 'b'].map((name) => join(data.path, name));
  if (fileA === undefined || fileB === undefined) throw new Error('two files were named');
  for (const file of [fileA, fileB]) writeFileSync(file, 'fleeting-token\n');
  const settings = { REDIS_URL: redis.url, LLM_API_TOKENS: 'good-token' };
  await using a = await startFixture({ ...settings, LLM_API_TOKENS_FILE: fileA });
  await using b = await startFixture({ ...settings, LLM_API_TOKENS_FILE: fileB });
  const agent = await RawAgentSocket.open(b.port, 'my-agent');
  expect(await agent.logIn({ api_token: 'fleeting-token' })).toMatchObject({ data: { success: true } });
  const other = await RawAgentSocket.open(b.port, 'other');
  await other.logIn({ api_token: 'good-token' });

  writeFileSync(fileA, '# none\n');
  a.gateway.reload();
  expect(await agent.nextOf('error')).toMatchObject({ data: { error_code: 'E102' } });
  expect(await agent.closed).toMatchObject({ code: 4501 });
  other.sendRequest('state_query', {}, 'q');
  expect(await other.nextOf('state_update')).toMatchObject({ correlation_id: 'q' });
  const logIn = async () =>
    (await (await RawAgentSocket.open(b.port, 'my-agent')).logIn({ api_token: 'fleeting-token' })).data;
  expect(await logIn()).toMatchObject({ error_code: 'E102' });
  // Its own file has it still; and what was revoked stays so when Redis has forgotten it.
  b.gateway.reload();
  await redis.kill();
  await redis.restart();
  expect(await logIn()).toMatchObject({ error_code: 'E102' });

  writeFileSync(fileA, 'fleeting-token\n');
  a.gateway.reload();
  await expect.poll(logIn).toMatchObject({ success: true });
});

test('a token that a gateway took out which is gone since stays revoked when Redis forgets', async () => {
  await using redis = await RedisServer.start();
  await using data = await makeDataFolder();
  const file = join(data.path, 'tokens');
  writeFileSync(file, 'fleeting-token\n');
  const settings = { REDIS_URL: redis.url, LLM_API_TOKENS: 'good-token' };
  await using b = await startFixture({ ...settings, LLM_API_TOKENS: 'good-token,fleeting-token' });
  const logIn = async () =>
    (await (await RawAgentSocket.open(b.port, 'my-agent')).logIn({ api_token: 'fleeting-token' })).data;
  expect(await logIn()).toMatchObject({ success: true });
  {
    await using a = await startFixture({ ...settings, LLM_API_TOKENS_FILE: file });
    writeFileSync(file, '# none\n');
    a.gateway.reload();
    await expect.poll(logIn).toMatchObject({ error_code: 'E102' });
  }
  await redis.kill();
  await redis.restart();
  // A new login with a good token needs Redis: it is back, and b has read what it holds.
  const other = async () =>
    (await (await RawAgentSocket.open(b.port, 'other')).logIn({ api_token: 'good-token' })).data;
  await expect.poll(other).toMatchObject({ success: true });
  expect(await logIn()).toMatchObject({ error_code: 'E102' });
});

test('a gateway that starts while Redis is away takes no token before it knows which were revoked', async () => {
  await using redis = await RedisServer.start();
  await using data = await makeDataFolder();
  const file = join(data.path, 'tokens');
  writeFileSync(file, 'fleeting-token\n');
  const settings = { REDIS_URL: redis.url, LLM_API_TOKENS: 'good-token' };
  await using a = await startFixture({ ...settings, LLM_API_TOKENS_FILE: file });
  writeFileSync(file, '# none\n');
  a.gateway.reload();
  await redis.kill();
  await using b = await startFixture(
    { ...settings, LLM_API_TOKENS: 'good-token,fleeting-token' },
    { timeouts: { linkWait: 50 } },
    (own) => ({ PROXY_URLS: `127.0.0.1:${own.port}` }),
  );
  const read = async (path: string, token: string) => {
    const headers = { authorization: `Bearer ${token}` };
    const answer = await fetch(`http://127.0.0.1:${b.port}${path}`, { headers });
    return { status: answer.status, body: await answer.text() };
  };
  const readTools = (token: string) => read('/api/tools', token);
  const agent = await RawAgentSocket.open(b.port, 'my-agent');
  for (const token of ['good-token', 'fleeting-token']) {
    for (const path of ['/api/tools', '/api/games', '/api/games/g/seats', '/api/game/g/info']) {
      const { status, body } = await read(path, token);
      expect({ path, status, ...JSON.parse(body) }).toMatchObject({ path, status: 503, code: 'E112' });
      expect(body).toContain('"retry_after":1');
    }
    const chat = await fetch(`http://127.0.0.1:${b.port}/api/v1/chat`, {
      ...{ method: 'POST', body: '{}', headers: { authorization: `Bearer ${token}` } },
    });
    expect({ status: chat.status, ...chatErrorSchema.parse(await chat.json()) }).toMatchObject({
      ...{ status: 503, error_code: 'UNAVAILABLE', retry_after: 1 },
    });
    expect(await agent.logIn({ api_token: token })).toMatchObject({
      data: { error_code: 'E112', details: { retry_after: 1 } },
    });
  }
  expect(await readTools('wrong-token')).toMatchObject({ status: 401 });

  await redis.restart();
  await expect.poll(() => readTools('fleeting-token')).toMatchObject({ status: 401 });
  expect(await agent.logIn({ api_token: 'good-token' })).toMatchObject({ data: { success: true } });
});

const DAY_MS = 86_400_000;

/** Two gateways' revocations at one Redis, without the gateways: `lists` has `fleeting` in its source to the end. */
async function startTwoRevocations(redis: RedisStore, folder: string) {
  const clock = new ManualClock();
  const log = createLogger('gateway', 'error');
  const make = async (name: string) => {
    const file = join(folder, name);
    writeFileSync(file, 'fleeting\n');
    const tokens = new TokenStore({ items: () => ['good'], file }, log, true);
    const revocations = new SharedRevocations({ redis, tokens, clock, onRevoked: () => {} });
    await revocations.start();
    return { file, tokens, revocations };
  };
  return { clock, lists: await make('lists'), took: await make('took') };
}

test('a revocation ends 90 days after the last gateway has listed the token', async () => {
  await using server = await RedisServer.start();
  await using data = await makeDataFolder();
  const redis = createRedis(server.url, {
    clock: systemClock,
    log: createLogger('gateway', 'error'),
  });
  expect(await redis.whenUp(5_000)).toBe(true);
  const { clock, lists, took } = await startTwoRevocations(redis, data.path);
  const fleeting = hashToken('fleeting');
  const field = fleeting.toString('hex');
  const found = async () => await redis.run('HGET', 'fcgw:revocations', field);
  const accepts = (tokens: TokenStore) => tokens.inForce.isKnown(fleeting);
  const elapse = async (days: number) => {
    clock.stall(days * DAY_MS);
    // The answers of Redis come in the order of the commands.
    await redis.run('PING');
  };
  writeFileSync(took.file, '# none\n');
  took.tokens.reload();
  await expect.poll(() => accepts(lists.tokens)).toBe(false);
  for (const days of [44, 44, 44, 44, 44]) await elapse(days);
  expect([accepts(lists.tokens), accepts(took.tokens)]).toEqual([false, false]);
  // Nor when the wall clock is set by a year.
  clock.jump(365 * DAY_MS);
  await elapse(1);
  expect(accepts(lists.tokens)).toBe(false);

  writeFileSync(lists.file, '# none\n');
  lists.tokens.reload();
  await elapse(1);
  expect(await found()).toMatchObject({ ok: true, value: expect.stringMatching(/:1$/) });
  await elapse(90);
  await elapse(1);
  expect(await found()).toMatchObject({ ok: true, value: null });
  lists.revocations.close();
  took.revocations.close();
  await redis.close();
});

test('a token that was taken out while Redis was away is in force at no gateway once it is back', async () => {
  await using server = await RedisServer.start();
  await using data = await makeDataFolder();
  const redis = createRedis(server.url, { clock: systemClock, log: createLogger('gateway', 'error') });
  expect(await redis.whenUp(5_000)).toBe(true);
  const { lists, took } = await startTwoRevocations(redis, data.path);
  const isAccepted = () => lists.tokens.inForce.isKnown(hashToken('fleeting'));
  await server.kill();
  await expect.poll(() => redis.isUp).toBe(false);
  writeFileSync(took.file, '# none\n');
  took.tokens.reload();
  expect(isAccepted()).toBe(true);
  await server.restart();
  // The time of the clock, by which all is read again, stands still.
  await expect.poll(isAccepted, { timeout: 10_000 }).toBe(false);
  lists.revocations.close();
  took.revocations.close();
  await redis.close();
});
