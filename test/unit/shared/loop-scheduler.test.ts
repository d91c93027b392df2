import { expect, test } from 'vitest';
import { LoopScheduler } from '#shared/core/loop-scheduler.js';

const loopTurn = () => new Promise((resolve) => setImmediate(resolve));

/** A scheduler on a clock of its own: tasks are the milliseconds that they take. */
function scheduled() {
  let now = 0;
  const done: number[] = [];
  const scheduler = new LoopScheduler(() => now);
  const work = (takes: number) => {
    now += takes;
    done.push(takes);
  };
  return { scheduler, done, work };
}

/** What was done after each turn of the loop, until all of it is. */
async function turnsUntil(done: readonly number[], count: number): Promise<number[][]> {
  const turns = [[...done]];
  while (done.length < count) {
    await loopTurn();
    if (done.length !== turns.at(-1)?.length) turns.push([...done]);
  }
  return turns;
}

test('what takes long is spread over turns of the loop, in order', async () => {
  const { scheduler, done, work } = scheduled();
  const all = [10, 11, 12, 1, 2, 3];
  const ran = all.map((takes) => scheduler.run(() => work(takes)));
  expect(ran).toEqual([true, false, false, false, false, false]);
  expect(await turnsUntil(done, all.length)).toEqual([[10], all.slice(0, 2), all.slice(0, 3), all]);
});

test('what takes no time is done at once', () => {
  const { scheduler, done, work } = scheduled();
  for (let count = 0; count < 100; count++) scheduler.run(() => work(0));
  expect(done).toHaveLength(100);
});

test('what promises of a queued task begin counts as part of it', async () => {
  const { scheduler, done, work } = scheduled();
  for (const takes of [10, 11, 12]) scheduler.queue(() => void Promise.resolve().then(() => work(takes)));
  expect(done).toEqual([]);
  expect(await turnsUntil(done, 3)).toEqual([[], [10], [10, 11], [10, 11, 12]]);
});

test('what is run comes before what is queued', async () => {
  const { scheduler, done, work } = scheduled();
  scheduler.queue(() => work(1));
  scheduler.queue(() => work(2));
  scheduler.run(() => work(10));
  scheduler.run(() => work(11));
  await turnsUntil(done, 4);
  expect(done).toEqual([10, 11, 1, 2]);
});
