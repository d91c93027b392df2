import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SlidingWindows } from '../../../gateway/limits/rate-limiters.js';
import { limitsOf, sender } from '../../support/agent-limits.js';

const spec = { messagesPerMinute: 100, burst: 20, actionsPerMinute: 30 };
const message = { bytes: 100, free: false, actions: 0 };
const action = { bytes: 100, free: false, actions: 1 };

/** When messages passed of somebody who sends one every so many milliseconds, for two minutes. */
function passed(load: typeof message, every: number): readonly number[] {
  const limits = limitsOf(spec);
  const times: number[] = [];
  for (let now = 0; now < 120_000; now += every)
    if (limits.admit(sender('a'), load, now) === undefined) times.push(now);
  return times;
}

/** The most of them in any stretch of so many milliseconds. */
function most(times: readonly number[], period: number): number {
  return Math.max(...times.map((from) => times.filter((at) => at >= from && at < from + period).length));
}

test('never more than 100 messages pass in any minute, nor 20 in any second, nor 30 actions in a minute', () => {
  for (const every of [1, 7, 50, 99, 333, 599]) {
    const messages = passed(message, every);
    expect(most(messages, 60_000)).toBe(100);
    expect(most(messages, 1_000)).toBeLessThanOrEqual(20);
    expect(messages.filter((at) => at < 10_000).length).toBeLessThanOrEqual(100);
    expect(most(passed(action, every), 60_000)).toBe(30);
  }
});

test('who waits for retry_after passes, and a second before does not', () => {
  const gap = fc.integer({ min: 0, max: 3_000 });
  fc.assert(
    fc.property(fc.array(fc.tuple(gap, fc.boolean()), { minLength: 50, maxLength: 300 }), (steps) => {
      const limits = limitsOf(spec);
      let now = 0;
      for (const [wait, isAction] of steps) {
        now += wait;
        const load = isAction ? action : message;
        const hit = limits.admit(sender('a'), load, now);
        if (hit === undefined) continue;
        expect(hit.retryAfter).toBeGreaterThanOrEqual(1);
        expect(limits.admit(sender('a'), load, now + (hit.retryAfter - 1) * 1000)).toBeDefined();
        now += hit.retryAfter * 1000;
        expect(limits.admit(sender('a'), load, now)).toBeUndefined();
      }
    }),
  );
});

test('what is left of a limit is what is admitted still, and after the reset all of it is', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(700), { maxLength: 40 }), fc.integer({ min: 1, max: 9 }), (waits, most) => {
      const windows = new SlidingWindows([{ name: 'all', max: () => most, periodMs: 1_000 }], 100);
      let now = 5_000;
      for (const wait of waits) {
        now += wait;
        if (windows.findWait('a', now) === undefined) windows.record('a', now);
      }
      const [status] = windows.statusOf('a', now);
      if (status === undefined) throw new Error('there is one limit');
      if (status.left > 0) expect(windows.findWait('a', now, status.left)).toBeUndefined();
      // What costs more than the most of a limit counts as that.
      if (status.left < most) expect(windows.findWait('a', now, status.left + 1)).toBeDefined();
      expect(windows.statusOf('a', now + status.resetMs)).toMatchObject([{ left: most }]);
    }),
  );
});

test('memory is bounded: by the limit for each key, and by the number of keys', () => {
  const windows = new SlidingWindows([{ name: 'all', max: () => 10, periodMs: 1_000 }], 100);
  for (let event = 0; event < 10; event++) windows.record('busy', 999_000);
  for (let key = 0; key < 1_000; key++) {
    windows.record(`agent-${key}`, 999_000 + key / 10);
    expect(windows.size).toBeLessThanOrEqual(100);
  }
  expect(windows.findWait('busy', 999_500)).toEqual({ name: 'all', waitMs: 500 });
  expect(windows.findWait('busy', 1_000_000)).toBeUndefined();
});

test('a key is forgotten when all its events are expired, long before there are too many keys', () => {
  const windows = new SlidingWindows([{ name: 'all', max: () => 10, periodMs: 1_000 }], 100);
  for (let key = 0; key < 50; key++) {
    windows.record(`agent-${key}`, key * 1_000);
    expect(windows.size).toBeLessThanOrEqual(2);
  }
});
