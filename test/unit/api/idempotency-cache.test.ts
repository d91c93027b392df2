import { expect, test } from 'vitest';
import { failure } from '#shared/core/failure.js';
import { fail, ok, type Result } from '#shared/core/result.js';
import { IdempotencyCache } from '../../../proxy/api/requests/idempotency-cache.js';

const refusal = failure('E123', 'The request did not reach the game; nothing was done');
const seat = {};

/** Carries out an action as the proxy does. */
async function run(
  cache: IdempotencyCache<object>,
  of: object,
  key: string,
  work: () => Promise<Result<Record<string, unknown>>>,
) {
  const { earlier, keep } = cache.begin(of, key, 'action');
  if (earlier !== undefined) return earlier;
  const answer = await work();
  keep?.(answer);
  return answer;
}

test('a request is carried out once, and its answer is that of its key', async () => {
  const cache = new IdempotencyCache<object>();
  let count = 0;
  const work = async () => {
    count += 1;
    return ok({ count });
  };
  const both = [run(cache, seat, 'key', work), run(cache, seat, 'key', work)];
  expect(await Promise.all(both)).toEqual([ok({ count: 1 }), ok({ count: 1 })]);
  const found = cache.findOrClose(seat, 'key', refusal);
  expect(found).toMatchObject({ type: 'action' });
});

test('a request that comes after somebody was told that it has not come is not carried out', async () => {
  const cache = new IdempotencyCache<object>();
  expect(cache.findOrClose(seat, 'slow', refusal)).toBe('never');
  let isDone = false;
  const late = run(cache, seat, 'slow', async () => {
    isDone = true;
    return ok({});
  });
  expect([await late, isDone]).toEqual([fail(refusal), false]);
  expect(cache.findOrClose(seat, 'slow', refusal)).toBe('never');
  expect(await run(cache, {}, 'slow', async () => ok({}))).toEqual(ok({}));
});

test('nobody is told of a key that may have been dropped that its request has not come', () => {
  const cache = new IdempotencyCache<object>();
  for (let number = 0; number < 512; number += 1) void run(cache, seat, `key ${number}`, async () => ok({}));
  expect(cache.findOrClose(seat, 'another', refusal)).toBe('forgotten');
});
