import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, type TestContext, test } from 'vitest';
import { fillBacklog } from '../../support/full-backlog.js';
import { RedisServer } from '../../support/redis/redis-server.js';
import { claimed, type DirectoryStore, directoryContract } from '../../support/store/directory-contract.js';
import { entryOf } from '../../support/store/directory-entry.js';
import { startHolder } from '../../support/store/holder-process.js';
import { openRedisDirectory } from '../../support/store/redis-directory.js';

const leaseMs = 2000;

let redis: RedisServer;

beforeAll(async () => {
  redis = await RedisServer.start();
});

afterAll(() => redis[Symbol.asyncDispose]());

/** The directories of a test in a Redis. */
function storeIn(server: RedisServer, context: TestContext): DirectoryStore {
  return {
    openElsewhere: () => startHolder({ redisUrl: server.url, leaseMs }, context),
    async open() {
      const opened = await openRedisDirectory(server.url, leaseMs);
      context.onTestFinished(() => opened.close());
      return opened.directory;
    },
  };
}

directoryContract(async (context) => {
  const opened = await openRedisDirectory(redis.url, leaseMs);
  await opened.redis.run('FLUSHALL');
  await opened.close();
  return storeIn(redis, context);
});

test('a process that is killed loses its games after the time of a lease', async (context) => {
  const store = storeIn(redis, context);
  const [killed, other] = [await store.openElsewhere(), await store.open()];
  expect(await killed.claim('killed')).toBe(1);
  killed.signal('SIGKILL');
  await expect.poll(async () => (await other.claim('killed')).ok, { timeout: 60_000 }).toBe(true);
});

test('without Redis a lease stays and nothing is claimed; a Redis that comes back empty knows the lease', async (context) => {
  await using own = await RedisServer.start();
  const store = storeIn(own, context);
  const [one, two] = [await store.open(), await store.open()];
  await one.announce(entryOf('one'));
  const lease = await claimed(one, 'game');
  await own.kill();
  await expect.poll(async () => (await two.claim('other')).ok).toBe(false);
  expect(await two.claim('game')).toEqual({ ok: false, failure: 'unreachable' });
  // Longer than a lease lasts: it was confirmed since.
  const until = performance.now() + 2 * leaseMs;
  await expect.poll(() => performance.now() > until, { timeout: 60_000 }).toBe(true);
  await expect.poll(() => lease.isValid).toBe(true);
  await own.restart();
  await expect
    .poll(() => two.claim('game'), { timeout: 60_000 })
    .toMatchObject({
      failure: { kind: 'held', owner: { proxyId: 'one', fence: 1 } },
    });
  expect(lease.isValid).toBe(true);
});

test('a Redis that hangs costs the leases until it answers again', async (context) => {
  await using own = await RedisServer.start();
  const store = storeIn(own, context);
  const one = await store.open();
  const lease = await claimed(one, 'game');
  own.freeze();
  await expect.poll(() => lease.isValid).toBe(false);
  own.thaw();
  await expect.poll(() => lease.isValid, { timeout: 60_000 }).toBe(true);
});

test('a Redis whose machine does not answer at all costs the leases until it answers again', async (context) => {
  await using own = await RedisServer.start({ args: ['--tcp-backlog', '1'] });
  const one = await storeIn(own, context).open();
  const lease = await claimed(one, 'game');
  own.freeze();
  using _full = await fillBacklog(own.port);
  await expect.poll(() => lease.isValid).toBe(false);
  // Long enough for a renewal that fails, and for the question whether Redis is there.
  const until = performance.now() + 2 * leaseMs;
  await expect.poll(() => performance.now() > until, { timeout: 60_000 }).toBe(true);
  own.thaw();
  await expect.poll(() => lease.isValid, { timeout: 60_000 }).toBe(true);
});

test('a claim waits anew for the owners of a Redis that was lost while it waited', async () => {
  const longLeaseMs = 3_000;
  await using own = await RedisServer.start();
  const { directory, close } = await openRedisDirectory(own.url, longLeaseMs);
  let isAnswered = false;
  const claim = directory.claim('game').finally(() => {
    isAnswered = true;
  });
  // Later than the reserve below, so that the first wait ends before the check.
  await setTimeout(1_500);
  await own.kill();
  await own.restart();
  // Began before Redis was found again, so it ends before the second wait.
  await setTimeout(longLeaseMs - 1_000);
  expect(isAnswered).toBe(false);
  expect(await claim).toMatchObject({ ok: true });
  await close();
});
