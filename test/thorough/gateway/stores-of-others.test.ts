import { once } from 'node:events';
import { connect } from 'node:net';
import { Redis } from 'ioredis';
import { expect, test } from 'vitest';
import { startFixture } from '../../integration/gateway/support/gateway-fixture.js';
import { RawAgentSocket } from '../../integration/gateway/support/raw-agent-socket.js';
import { RedisServer } from '../../support/redis/redis-server.js';

const password = 'the-password-of-redis';

/** What Redis answers to a command of somebody who does not log in. */
async function answerOf(port: number, command: string): Promise<string> {
  const socket = connect(port, '127.0.0.1').setEncoding('utf8');
  socket.write(`${command}\r\n`);
  const [answer] = await once(socket, 'data');
  socket.destroy();
  return String(answer);
}

/** Everything that a Redis holds: keys and values of each type, as text. */
async function contentOf(redis: Redis): Promise<string> {
  const keys = await redis.keys('*');
  const values = keys.map(async (key) => {
    const type = await redis.type(key);
    if (type === 'hash') return redis.hgetall(key);
    if (type === 'set') return redis.smembers(key);
    if (type === 'zset') return redis.zrange(key, '0', '-1');
    if (type === 'list') return redis.lrange(key, 0, -1);
    return type === 'stream' ? redis.xrange(key, '-', '+') : redis.get(key);
  });
  return JSON.stringify([keys, await Promise.all(values)]);
}

test('a player reads and writes nothing in Redis, is not told of it, and finds no token there', async () => {
  await using server = await RedisServer.start({ args: ['--requirepass', password] });
  const settings = { REDIS_URL: `redis://:${password}@127.0.0.1:${server.port}`, SPECTATORS: 'token' };
  await using fixture = await startFixture(settings, {}, (proxy) => ({
    PROXY_URLS: `127.0.0.1:${proxy.port}`,
  }));
  await using _agent = await RawAgentSocket.loggedIn(fixture.port, 'ann', { api_token: 'good-token' });

  for (const command of [
    'KEYS *',
    'SET freeciv:forged 1',
    'PUBLISH freeciv:revoked all',
    'SUBSCRIBE freeciv',
  ])
    expect(await answerOf(server.port, command)).toMatch(/^-NOAUTH /);

  for (const path of [
    '/health',
    '/health/live',
    '/api/metrics',
    '/docs',
    '/docs/openapi.json',
    '/api/games',
  ]) {
    const answer = await fetch(`http://127.0.0.1:${fixture.port}${path}`);
    const told = `${JSON.stringify([...answer.headers])}${await answer.text()}`;
    expect(told).not.toContain(password);
    expect(told).not.toContain(String(server.port));
  }
  const operator = new Redis(server.port, { password });
  const content = await contentOf(operator);
  operator.disconnect();
  expect(content).toContain('ann');
  expect(content).not.toContain('good-token');
});
