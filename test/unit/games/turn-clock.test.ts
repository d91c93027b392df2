import { expect, test } from 'vitest';
import { TurnClock } from '../../../proxy/games/turns/turn-clock.js';
import { ManualClock } from '../../support/manual-clock.js';

const MINUTE = 60_000;
const DAY = 86_400_000;

function timed(limit: number) {
  const time = new ManualClock();
  const heard: string[] = [];
  const clock = new TurnClock(time, limit, {
    onWarning: (left) => heard.push(`${left / 1000} s left`),
    onTimeUp: () => heard.push('time up'),
    onEnd: () => undefined,
  });
  return { time, heard, clock };
}

test('the clock warns at a half and a tenth of the time, and reports the end once', () => {
  const { time, heard, clock } = timed(10 * MINUTE);
  clock.begin();
  time.pass(5 * MINUTE);
  expect(heard).toEqual(['300 s left']);
  time.pass(4 * MINUTE);
  expect(heard).toEqual(['300 s left', '60 s left']);
  time.pass(60 * MINUTE);
  expect(heard).toEqual(['300 s left', '60 s left', 'time up']);
});

test('a turn that is paused for an hour has as much time left as before', () => {
  const { time, heard, clock } = timed(10 * MINUTE);
  clock.begin();
  time.pass(2 * MINUTE);
  clock.pause();
  time.pass(60 * MINUTE);
  expect(clock.left).toBe(8 * MINUTE);
  expect(heard).toEqual([]);
  clock.resume();
  time.pass(8 * MINUTE - 1);
  expect(heard).not.toContain('time up');
  time.pass(1);
  expect(heard.at(-1)).toBe('time up');
});

test('a turn that goes on with what is left of it is not warned of what is past', () => {
  const { time, heard, clock } = timed(10 * MINUTE);
  clock.begin(3 * MINUTE);
  time.pass(3 * MINUTE);
  expect(heard).toEqual(['60 s left', 'time up']);
});

test('the next turn begins with the whole time, and a stopped clock does nothing', () => {
  const { time, heard, clock } = timed(MINUTE);
  clock.begin();
  time.pass(MINUTE / 2);
  clock.begin();
  expect(clock.left).toBe(MINUTE);
  clock.stop();
  time.pass(DAY);
  expect(heard).toEqual(['30 s left']);
  expect(clock.left).toBeUndefined();
});

test('a limit of months is kept, and without a limit nothing happens', () => {
  const long = timed(90 * DAY);
  long.clock.begin();
  long.time.pass(89 * DAY);
  expect(long.heard).not.toContain('time up');
  long.time.pass(DAY);
  expect(long.heard).toContain('time up');
  const endless = timed(0);
  endless.clock.begin();
  endless.time.pass(90 * DAY);
  expect(endless.heard).toEqual([]);
});

test('a clock that is set two hours forward or back ends no turn early or late', () => {
  for (const hours of [2, -2]) {
    const { time, heard, clock } = timed(10 * MINUTE);
    clock.begin();
    time.pass(MINUTE);
    time.jump(hours * 60 * MINUTE);
    expect(clock.left).toBe(9 * MINUTE);
    time.pass(9 * MINUTE - 1);
    expect(heard).not.toContain('time up');
    time.pass(1);
    expect(heard).toContain('time up');
  }
});
