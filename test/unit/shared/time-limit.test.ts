import { once } from 'node:events';
import { expect, test } from 'vitest';
import { timeLimit } from '#shared/core/clock.js';

test('a time limit aborts when its time is up', async () => {
  using limit = timeLimit(new AbortController().signal, 1);
  if (!limit.signal.aborted) await once(limit.signal, 'abort');
  expect(limit.signal.reason).toMatchObject({ name: 'TimeoutError' });
});

test('a time limit aborts with the signal it was made from, also one that has aborted before', () => {
  const stopped = new AbortController();
  using limit = timeLimit(stopped.signal, 60_000);
  expect(limit.signal.aborted).toBe(false);
  stopped.abort('stopped');
  expect(limit.signal.reason).toBe('stopped');
  using late = timeLimit(stopped.signal, 60_000);
  expect(late.signal.reason).toBe('stopped');
});

test('a time limit that is disposed of does not abort any more', () => {
  const stopped = new AbortController();
  const limit = timeLimit(stopped.signal, 60_000);
  limit[Symbol.dispose]();
  stopped.abort();
  expect(limit.signal.aborted).toBe(false);
});
