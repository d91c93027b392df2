import { expect, test } from 'vitest';
import { SerialQueue } from '#shared/core/serial-queue.js';

test('work runs one after the other in its order; what fails holds up nothing', async () => {
  const queue = new SerialQueue();
  const log: string[] = [];
  const work =
    (name: string, fails = false) =>
    async (): Promise<string> => {
      log.push(`begin ${name}`);
      await new Promise(setImmediate);
      log.push(`end ${name}`);
      if (fails) throw new Error(name);
      return name;
    };
  expect(queue.isBusy).toBe(false);
  const [one, two, three] = [queue.run(work('a')), queue.run(work('b', true)), queue.run(work('c'))];
  expect(queue.isBusy).toBe(true);
  expect(await one).toBe('a');
  expect(queue.isBusy).toBe(true);
  await expect(two).rejects.toThrow('b');
  expect(await three).toBe('c');
  await Promise.resolve();
  expect(queue.isBusy).toBe(false);
  expect(log).toEqual(['begin a', 'end a', 'begin b', 'end b', 'begin c', 'end c']);
});
