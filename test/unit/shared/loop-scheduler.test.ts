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

test('what the promises of a task that waited begin counts as part of it', async () => {
  const { scheduler, done, work } = scheduled();
  scheduler.run(() => work(10));
  for (const takes of [11, 12]) scheduler.run(() => void Promise.resolve().then(() => work(takes)));
  expect(await turnsUntil(done, 3)).toEqual([[10], [10, 11], [10, 11, 12]]);
});
