import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { RedisServer } from '../../support/redis/redis-server.js';
import { makeDataFolder } from '../../support/services/data-folder.js';
import { startFixture } from './support/gateway-fixture.js';
import { RawAgentSocket } from './support/raw-agent-socket.js';

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
  expect(a.gateway.reloadTokens()).toBe(true);
  expect(await agent.nextOf('error')).toMatchObject({ data: { error_code: 'E102' } });
  expect(await agent.closed).toMatchObject({ code: 4501 });
  other.sendRequest('state_query', {}, 'q');
  expect(await other.nextOf('state_update')).toMatchObject({ correlation_id: 'q' });
  const logIn = async () =>
    (await (await RawAgentSocket.open(b.port, 'my-agent')).logIn({ api_token: 'fleeting-token' })).data;
  expect(await logIn()).toMatchObject({ error_code: 'E102' });
  // Its own file has it still; and what was revoked stays so when Redis has forgotten it.
  expect(b.gateway.reloadTokens()).toBe(true);
  await redis.kill();
  await redis.restart();
  expect(await logIn()).toMatchObject({ error_code: 'E102' });

  writeFileSync(fileA, 'fleeting-token\n');
  expect(a.gateway.reloadTokens()).toBe(true);
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
    expect(a.gateway.reloadTokens()).toBe(true);
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
