import { expect, test } from 'vitest';
import { failure } from '#shared/core/failure.js';
import { fail, ok, type Result } from '#shared/core/result.js';
import { KeyedRequests } from '../../../proxy/api/seats/kept-seat.js';

const refusal = failure('E123', 'The request did not reach the game; nothing was done');

/** Carries out an action as the proxy does. */
async function run(
  requests: KeyedRequests,
  key: string,
  work: () => Promise<Result<Record<string, unknown>>>,
) {
  const { earlier, keep } = requests.begin(key, 'action');
  if (earlier !== undefined) return earlier;
  const answer = await work();
  keep?.(answer);
  return answer;
}

test('a request is carried out once, and its answer is that of its key', async () => {
  const requests = new KeyedRequests();
  let count = 0;
  const work = async () => {
    count += 1;
    return ok({ count });
  };
  const both = [run(requests, 'key', work), run(requests, 'key', work)];
  expect(await Promise.all(both)).toEqual([ok({ count: 1 }), ok({ count: 1 })]);
  const found = requests.findOrClose('key', refusal);
  expect(found).toMatchObject({ type: 'action' });
});

test('a request that comes after somebody was told that it has not come is not carried out', async () => {
  const requests = new KeyedRequests();
  expect(requests.findOrClose('slow', refusal)).toBe('never');
  let isDone = false;
  const late = run(requests, 'slow', async () => {
    isDone = true;
    return ok({});
  });
  expect([await late, isDone]).toEqual([fail(refusal), false]);
  expect(requests.findOrClose('slow', refusal)).toBe('never');
  expect(await run(new KeyedRequests(), 'slow', async () => ok({}))).toEqual(ok({}));
});

test('a request is not said to be missing when its key may have been dropped', () => {
  const requests = new KeyedRequests();
  for (let number = 0; number < 512; number += 1) void run(requests, `key ${number}`, async () => ok({}));
  expect(requests.findOrClose('another', refusal)).toBe('forgotten');
});
