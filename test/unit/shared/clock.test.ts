import { expect, test } from 'vitest';
import { every, wallTimeOf, withDeadline } from '#shared/core/clock.js';
import { ManualClock } from '../../support/manual-clock.js';

test('a promise with a deadline has its own value when it is settled before', async () => {
  const clock = new ManualClock();
  expect(await withDeadline(clock, Promise.resolve(7), 1000)).toBe(7);
  await expect(withDeadline(clock, Promise.reject(new Error('lost')), 1000)).rejects.toThrow('lost');
});

test('a promise with a deadline is given up at the deadline, and not before', async () => {
  const clock = new ManualClock();
  let result: unknown = 'waiting';
  const waiting = withDeadline(clock, new Promise(() => {}), 1000).then((value) => {
    result = value;
  });
  clock.pass(999);
  await Promise.resolve();
  expect(result).toBe('waiting');
  clock.pass(1);
  await waiting;
  expect(result).toBe('deadline');
});

test('a job runs once in each period until it is cancelled', () => {
  const clock = new ManualClock();
  const ran: number[] = [];
  const cancel = every(clock, 100, () => ran.push(clock.monotonic()));
  const start = clock.monotonic();
  clock.pass(99);
  expect(ran).toEqual([]);
  clock.pass(201);
  expect(ran).toEqual([start + 100, start + 200, start + 300]);
  cancel();
  clock.pass(1000);
  expect(ran).toHaveLength(3);
});

test('a moment of the monotonic clock has the wall time that the system shows now', () => {
  const clock = new ManualClock();
  const moment = clock.monotonic();
  clock.pass(5000);
  expect(wallTimeOf(clock, moment)).toBe(clock.now() - 5000);
  clock.jump(3_600_000);
  expect(wallTimeOf(clock, moment)).toBe(clock.now() - 5000);
});

test('a job that cancels itself does not run again', () => {
  const clock = new ManualClock();
  let runs = 0;
  const cancel = every(clock, 100, () => {
    runs += 1;
    cancel();
  });
  clock.pass(1000);
  expect(runs).toBe(1);
});
