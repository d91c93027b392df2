import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Redis } from 'ioredis';
import { pino } from 'pino';
import { afterAll, expect, test } from 'vitest';
import { systemClock } from '#shared/core/clock.js';
import { createLogger } from '#shared/core/log.js';
import { createRedis, type RedisStore } from '../../../features/redis/store/redis-client.js';
import { freePort } from '../../support/free-port.js';
import { RedisServer } from '../../support/redis/redis-server.js';
import { Relay } from '../../support/relay.js';
import { makeDataFolder } from '../../support/services/data-folder.js';

const context = { clock: systemClock, log: createLogger('test', 'silent') };
const stores: RedisStore[] = [];
afterAll(() => Promise.all(stores.map((store) => store.close())));

async function open(url: string): Promise<RedisStore> {
  const store = createRedis(url, context);
  stores.push(store);
  await expect.poll(() => store.isUp).toBe(true);
  return store;
}

/** What a counter is after two scripts and a command. */
async function countTo3(store: RedisStore): Promise<unknown> {
  const add = "return redis.call('INCRBY', KEYS[1], ARGV[1])";
  void store.script(add, ['fcgw:{one}:count'], [1]);
  void store.script(add, ['fcgw:{one}:count'], [1]);
  return store.run('INCR', 'fcgw:{one}:count');
}

/** The first message of a channel that another connection sends. */
async function messageThrough(store: RedisStore, sender: RedisStore): Promise<string> {
  let received: string | undefined;
  const stop = store.subscribe('news', (message) => {
    received = message;
  });
  await expect
    .poll(() => {
      sender.publish('news', 'hello');
      return received;
    })
    .toBe('hello');
  stop();
  return received ?? '';
}

test('commands, scripts and messages pass with a user and a password', async () => {
  await using redis = await RedisServer.start({ args: ['--requirepass', 'a:b/c@d'] });
  const url = `redis://default:${encodeURIComponent('a:b/c@d')}@127.0.0.1:${redis.port}/3`;
  const store = await open(url);
  expect(await countTo3(store)).toEqual({ ok: true, value: 3 });
  expect(await messageThrough(store, await open(url))).toBe('hello');
  const refused = createRedis(`redis://:wrong@127.0.0.1:${redis.port}`, context);
  stores.push(refused);
  expect(await refused.whenUp(1_000)).toBe(false);
  expect(await refused.run('PING')).toEqual({ ok: false, failure: 'unreachable' });
});

test('commands pass through TLS with an authority of its own', async () => {
  const fixture = (name: string) => fileURLToPath(new URL(`../../fixtures/tls/${name}`, import.meta.url));
  const certFile = fixture('localhost-cert.pem');
  await using redis = await RedisServer.start({ tls: { certFile, keyFile: fixture('localhost-key.pem') } });
  expect(await countTo3(await open(`rediss://localhost:${redis.port}/0?ca=${certFile}`))).toEqual({
    ok: true,
    value: 3,
  });
});

test('a master is found through sentinels, and the next one when it is gone', async () => {
  await using data = await makeDataFolder();
  await using master = await RedisServer.start();
  await using replica = await RedisServer.start({ args: ['--replicaof', '127.0.0.1', String(master.port)] });
  const port = await freePort();
  const sentinelFile = join(data.path, 'sentinel.conf');
  const lines = [
    `port ${port}`,
    'bind 127.0.0.1',
    `dir ${data.path}`,
    `sentinel monitor games 127.0.0.1 ${master.port} 1`,
    'sentinel down-after-milliseconds games 500',
    'sentinel failover-timeout games 3000',
  ];
  writeFileSync(sentinelFile, `${lines.join('\n')}\n`);
  await using sentinel = await RedisServer.start({ port, sentinelFile });
  const direct = new Redis(sentinel.port, '127.0.0.1');
  const known = async () => String(await direct.call('SENTINEL', 'replicas', 'games'));
  await expect.poll(known).toContain(`127.0.0.1:${replica.port}`);
  direct.disconnect();
  const store = await open(`redis+sentinel://127.0.0.1:${sentinel.port}/games/0`);
  expect(await countTo3(store)).toEqual({ ok: true, value: 3 });
  await master.kill();
  await expect.poll(() => store.isUp).toBe(false);
  await expect.poll(() => store.isUp).toBe(true);
  expect(await replies(store, 'ROLE')).toContain('master');
});

test('a cluster takes each command where its keys are', async () => {
  await using one = await startNode(0, 8_191);
  await using other = await startNode(8_192, 16_383);
  const meeting = new Redis(one.port, '127.0.0.1');
  await meeting.call('CLUSTER', 'MEET', '127.0.0.1', other.port);
  const isWhole = async () => String(await meeting.call('CLUSTER', 'INFO'));
  await expect.poll(isWhole).toContain('cluster_state:ok');
  meeting.disconnect();
  const store = await open(`redis+cluster://127.0.0.1:${one.port},127.0.0.1:${other.port}`);
  // Their slots are 5474 and 12539.
  for (const tag of ['b', 'foo'])
    await store.script("return redis.call('SET', KEYS[1], ARGV[1])", [`fcgw:{${tag}}`], [tag]);
  expect([await replies(store, 'GET', 'fcgw:{b}'), await replies(store, 'GET', 'fcgw:{foo}')]).toEqual([
    'b',
    'foo',
  ]);
  expect(await countTo3(store)).toEqual({ ok: true, value: 3 });
  expect(await messageThrough(store, store)).toBe('hello');
});

test('commands fail at once while Redis is away, and pass again when it is back', async () => {
  await using redis = await RedisServer.start();
  const store = await open(redis.url);
  const seen: string[] = [];
  store.onUp(() => seen.push('up'));
  store.onDown(() => seen.push('down'));
  redis.freeze();
  const frozen = await store.run('INCR', 'fcgw:n');
  expect(frozen).toEqual({ ok: false, failure: 'unreachable' });
  expect(store.isUp).toBe(false);
  redis.thaw();
  await expect.poll(() => store.isUp).toBe(true);
  await redis.kill();
  await expect.poll(() => store.isUp).toBe(false);
  expect(await store.run('INCR', 'fcgw:n')).toEqual({ ok: false, failure: 'unreachable' });
  await redis.restart();
  expect(await store.whenUp(30_000)).toBe(true);
  expect(await store.run('GET', 'fcgw:n')).toEqual({ ok: true, value: null });
  expect(await messageThrough(store, store)).toBe('hello');
  expect(seen).toEqual(['down', 'up', 'down', 'up']);
});

test('a connection that no longer answers is replaced, and that of messages too', async () => {
  await using redis = await RedisServer.start();
  await using relay = await Relay.to(() => [redis.port]);
  const store = await open(`redis://127.0.0.1:${relay.port}`);
  const sender = await open(redis.url);
  expect(await messageThrough(store, sender)).toBe('hello');
  relay.strand();
  await expect.poll(() => store.isUp).toBe(false);
  await expect.poll(() => store.isUp).toBe(true);
  expect(await messageThrough(store, sender)).toBe('hello');
});

test('the log says once why Redis is not there at the start, without the password', async () => {
  await using locked = await RedisServer.start({ args: ['--requirepass', 'right-one'] });
  await using replica = await RedisServer.start({ args: ['--replicaof', '127.0.0.1', '1'] });
  const nobody = await freePort();
  const reasons = [
    [`redis://:wrong-one@127.0.0.1:${locked.port}`, /WRONGPASS/],
    [`redis://127.0.0.1:${replica.port}`, /READONLY/],
    [`redis://127.0.0.1:${nobody}`, /ECONNREFUSED/],
    [`redis+cluster://127.0.0.1:${nobody}`, /ECONNREFUSED|closed/],
  ] as const;
  const checks = reasons.map(async ([url, reason]) => {
    const lines: string[] = [];
    const log = pino({ level: 'error' }, { write: (line) => lines.push(line) });
    const store = createRedis(url, { clock: systemClock, log });
    stores.push(store);
    expect(await store.whenUp(4_000)).toBe(false);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(reason);
    expect(lines[0]).not.toContain('wrong-one');
  });
  await Promise.all(checks);
});

async function replies(store: RedisStore, command: string, ...args: readonly string[]): Promise<unknown> {
  const reply = await store.run(command, ...args);
  return reply.ok ? reply.value : reply.failure;
}

/** A node of a cluster that serves these slots. */
async function startNode(first: number, last: number): Promise<RedisServer> {
  const node = await RedisServer.start({
    args: ['--cluster-enabled', 'yes', '--cluster-node-timeout', '2000'],
  });
  const client = new Redis(node.port, '127.0.0.1');
  await client.call('CLUSTER', 'ADDSLOTSRANGE', first, last);
  client.disconnect();
  return node;
}
