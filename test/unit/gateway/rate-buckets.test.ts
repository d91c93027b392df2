import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LoginLimits } from '../../../gateway/limits/login-limits.js';
import { RateBuckets } from '../../../gateway/limits/rate-limiters.js';
import { limitsOf, sender } from '../../support/agent-limits.js';
import { ReferenceBucket } from '../../support/reference-bucket.js';
import { seededRandom } from '../../support/seeded-random.js';

test('in 100,000 steps on a virtual clock a bucket never differs from the reference', () => {
  const random = seededRandom(7);
  const buckets = new RateBuckets({ capacity: 20, perPeriod: 2, periodMs: 1000 }, 100);
  const references = Array.from({ length: 5 }, () => new ReferenceBucket(20, 2));
  let now = 1_000_000;
  let divergences = 0;
  for (let step = 0; step < 100_000; step++) {
    now += Math.floor(random() * random() * 300);
    const agent = Math.floor(random() * references.length);
    const key = `agent-${agent}`;
    const isIn = buckets.waitMs(key, now) === 0;
    if (isIn) buckets.debit(key, now);
    if (isIn !== references[agent]?.take(now)) divergences++;
  }
  expect(divergences).toBe(0);
});

test('after the wait that a bucket tells, and not before, it lets one through', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 50 }), fc.integer({ min: 1, max: 50 }), (capacity, rate) => {
      const buckets = new RateBuckets({ capacity, perPeriod: rate, periodMs: rate * 100 }, 10);
      for (let i = 0; i < capacity; i++) {
        expect(buckets.waitMs('a', 5)).toBe(0);
        buckets.debit('a', 5);
      }
      const wait = buckets.waitMs('a', 5);
      expect(wait).toBe(100);
      expect(buckets.waitMs('a', 5 + wait - 1)).toBe(1);
      expect(buckets.waitMs('a', 5 + wait)).toBe(0);
      expect(buckets.waitMs('b', 5)).toBe(0);
    }),
  );
});

test('the number of keys is bounded, and full buckets are forgotten first', () => {
  const buckets = new RateBuckets({ capacity: 10, perPeriod: 10, periodMs: 1000 }, 100);
  buckets.debit('busy', 0, 10_000);
  for (let i = 0; i < 1000; i++) {
    buckets.debit(`agent-${i}`, i * 1000);
    expect(buckets.size).toBeLessThanOrEqual(100);
  }
  expect(buckets.waitMs('busy', 999_000)).toBeGreaterThan(0);
  for (let i = 0; i < 1000; i++) buckets.debit(`other-${i}`, 999_000, 100);
  expect(buckets.size).toBeLessThanOrEqual(100);
});

test('a limit of one key holds while others make room', () => {
  const buckets = new RateBuckets({ capacity: 10, perPeriod: 10, periodMs: 1000 }, 100);
  buckets.debit('busy', 0, 100);
  for (let i = 0; i < 1000; i++) buckets.debit(`other-${i}`, 0);
  expect(buckets.waitMs('busy', 0)).toBe(9_100);
});

const load = {
  free: (bytes: number) => ({ bytes, free: true, actions: 0 }),
  message: (bytes: number) => ({ bytes, free: false, actions: 0 }),
  action: (bytes: number) => ({ bytes, free: false, actions: 1 }),
  batch: (actions: number) => ({ bytes: 100, free: false, actions }),
};

test('a batch counts as the actions it holds, and one that is larger than a minute takes the whole of it', () => {
  const limits = limitsOf({ messagesPerMinute: 100, burst: 20, actionsPerMinute: 30 });
  expect(limits.admit(sender('a'), load.batch(20), 0)).toBeUndefined();
  expect(limits.admit(sender('a'), load.batch(20), 0)).toMatchObject({ limit: 'actions', retryAfter: 60 });
  expect(limits.admit(sender('b'), load.batch(100), 0)).toBeUndefined();
  expect(limits.admit(sender('b'), load.action(100), 0)).toMatchObject({ limit: 'actions' });
});

test('the specification’s limits: 20 in a burst, 100 messages and 30 actions a minute, pings free', () => {
  const limits = () => limitsOf({ messagesPerMinute: 100, burst: 20, actionsPerMinute: 30 });
  const count = (kind: 'message' | 'action' | 'free', spacing: number) => {
    const agent = limits();
    let admitted = 0;
    while (admitted < 1000) {
      const hit = agent.admit(sender('a'), load[kind](100), admitted * spacing);
      if (hit !== undefined) return { admitted, limit: hit.limit };
      admitted++;
    }
    return { admitted };
  };
  expect(count('message', 0)).toEqual({ admitted: 20, limit: 'burst' });
  expect(count('message', 50)).toMatchObject({ limit: 'messages' });
  expect(count('action', 50)).toMatchObject({ limit: 'actions' });
  expect(count('message', 600)).toEqual({ admitted: 1000 });
  expect(count('action', 2000)).toEqual({ admitted: 1000 });
  expect(count('free', 0)).toEqual({ admitted: 1000 });
});

test('a message that one limit refuses counts in none', () => {
  const limits = limitsOf({ messagesPerMinute: 100, burst: 2, actionsPerMinute: 1 });
  expect(limits.admit(sender('a'), load.action(10), 0)).toBeUndefined();
  for (let i = 0; i < 50; i++)
    expect(limits.admit(sender('a'), load.action(10), 0)).toMatchObject({ limit: 'actions' });
  expect(limits.admit(sender('a'), load.message(10), 0)).toBeUndefined();
  expect(limits.admit(sender('b'), load.action(10), 0)).toBeUndefined();
});

test('bytes are limited too, also those of pings', () => {
  const limits = limitsOf({}, 1000);
  for (let i = 0; i < 8; i++) expect(limits.admit(sender('a'), load.free(1000), 0)).toBeUndefined();
  expect(limits.admit(sender('a'), load.free(1000), 0)).toMatchObject({ limit: 'bytes' });
});

test('wrong tokens lock out the agent that has them, and an address that tries many ids', () => {
  const limits = new LoginLimits();
  for (let i = 0; i < 10; i++) limits.recordFailure('1.2.3.4', 'bad', 0);
  expect(limits.retryAfter('1.2.3.4', 'bad', 0)).toBe(6);
  expect(limits.retryAfter('1.2.3.4', 'good', 0)).toBe(0);
  expect(limits.retryAfter('5.6.7.8', 'bad', 0)).toBe(0);
  for (let i = 0; i < 100; i++) limits.recordFailure('1.2.3.4', `id-${i}`, 0);
  expect(limits.retryAfter('1.2.3.4', 'good', 0)).toBeGreaterThan(0);
  expect(limits.retryAfter('1.2.3.4', 'good', 60_000)).toBe(0);
});

test('a key is forgotten when its bucket is full again, long before there are too many keys', () => {
  const buckets = new RateBuckets({ capacity: 10, perPeriod: 10, periodMs: 1_000 }, 100);
  for (let key = 0; key < 50; key++) {
    buckets.debit(`agent-${key}`, key * 1_000);
    expect(buckets.size).toBeLessThanOrEqual(2);
  }
});

test('an agent has one limit over all its games and tokens', () => {
  const limits = limitsOf({ messagesPerMinute: 100, burst: 2, actionsPerMinute: 30 });
  expect(limits.admit(sender('a', 'one'), load.message(10), 0)).toBeUndefined();
  expect(limits.admit(sender('a', 'two'), load.message(10), 0)).toBeUndefined();
  expect(limits.admit(sender('a', 'three'), load.message(10), 0)).toMatchObject({ limit: 'burst' });
});
