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

test('who enters is alone until its place is disposed, also when it fails', async () => {
  const queue = new SerialQueue();
  const log: string[] = [];
  const visit = async (name: string): Promise<void> => {
    using _place = await queue.enter();
    log.push(`begin ${name}`);
    await new Promise(setImmediate);
    log.push(`end ${name}`);
    if (name === 'a') throw new Error(name);
  };
  const [one, two] = [visit('a'), visit('b')];
  const three = queue.run(async () => log.push('run'));
  expect(queue.isBusy).toBe(true);
  await expect(one).rejects.toThrow('a');
  await Promise.all([two, three]);
  expect(log).toEqual(['begin a', 'end a', 'begin b', 'end b', 'run']);
});
