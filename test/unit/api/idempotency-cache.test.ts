import { expect, test } from 'vitest';
import { failure } from '#shared/core/failure.js';
import { fail, ok } from '#shared/core/result.js';
import { IdempotencyCache } from '../../../proxy/api/requests/idempotency-cache.js';

const refusal = failure('E123', 'The request did not reach the game; nothing was done');
const seat = {};

test('a request is carried out once, and its answer is that of its key', async () => {
  const cache = new IdempotencyCache<object>();
  let count = 0;
  const work = async () => {
    count += 1;
    return ok({ count });
  };
  const both = [cache.run(seat, 'key', 'action', work), cache.run(seat, 'key', 'action', work)];
  expect(await Promise.all(both)).toEqual([ok({ count: 1 }), ok({ count: 1 })]);
  const found = cache.findOrClose(seat, 'key', refusal);
  expect(found).toMatchObject({ type: 'action' });
});

test('a request that comes after somebody was told that it has not come is not carried out', async () => {
  const cache = new IdempotencyCache<object>();
  expect(cache.findOrClose(seat, 'slow', refusal)).toBe('never');
  let isDone = false;
  const late = cache.run(seat, 'slow', 'action', async () => {
    isDone = true;
    return ok({});
  });
  expect([await late, isDone]).toEqual([fail(refusal), false]);
  expect(cache.findOrClose(seat, 'slow', refusal)).toBe('never');
  expect(await cache.run({}, 'slow', 'action', async () => ok({}))).toEqual(ok({}));
});

test('nobody is told of a key that may have been dropped that its request has not come', () => {
  const cache = new IdempotencyCache<object>();
  for (let number = 0; number < 512; number += 1)
    void cache.run(seat, `key ${number}`, 'action', async () => ok({}));
  expect(cache.findOrClose(seat, 'another', refusal)).toBe('forgotten');
});
