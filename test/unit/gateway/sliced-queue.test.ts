import { expect, test } from 'vitest';
import { SlicedQueue } from '../../../gateway/link/link-channel.js';

const turn = () => new Promise((resolve) => setImmediate(resolve));

/** Items are the milliseconds they take, on a clock of their own; what was done, and what the source was told. */
function sliced() {
  let now = 0;
  const done: number[] = [];
  const told: string[] = [];
  const source = { pause: () => told.push('pause'), resume: () => told.push('resume') };
  const work = (takes: number) => {
    now += takes;
    done.push(takes);
  };
  return { items: new SlicedQueue<number>(work, source, () => now), done, told };
}

test('what takes long is spread over turns of the loop, in order, and its source waits meanwhile', async () => {
  const { items, done, told } = sliced();
  const all = [10, 11, 12, 1, 2, 3];
  for (const item of all) items.add(item);
  const turns = [[...done]];
  expect(told).toEqual(['pause']);
  while (done.length < all.length) {
    await turn();
    turns.push([...done]);
  }
  expect(turns).toEqual([[10], all.slice(0, 2), all.slice(0, 3), all]);
  expect(told).toEqual(['pause', 'resume']);
});

test('what takes no time is done at once, and at the end all that is left', async () => {
  const { items, done, told } = sliced();
  for (let count = 0; count < 100; count++) items.add(0);
  expect(done).toHaveLength(100);
  items.add(10);
  for (let count = 0; count < 10; count++) items.add(0);
  expect(done).toHaveLength(101);
  items.flush();
  expect(done).toHaveLength(111);
  await turn();
  items.add(7);
  expect(done.at(-1)).toBe(7);
  expect(told).toEqual(['pause']);
});
