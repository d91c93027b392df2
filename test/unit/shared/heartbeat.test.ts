import { expect, test } from 'vitest';
import { Heartbeat } from '#shared/core/heartbeat.js';
import { ManualClock } from '../../support/manual-clock.js';

/** A heartbeat of 30 s on a virtual clock, and what became of it. */
function heartbeatOn(clock: ManualClock, bytesRead?: () => number) {
  const seen = { beats: 0, lost: 0 };
  const heartbeat = new Heartbeat({
    clock,
    every: 30_000,
    timeout: 60_000,
    ...(bytesRead === undefined ? {} : { bytesRead }),
    beat: () => {
      seen.beats++;
    },
    lost: () => {
      seen.lost++;
    },
  });
  return { heartbeat, seen };
}

test('a peer that stops answering is lost two heartbeats after its last sign of life, and not before', () => {
  const clock = new ManualClock();
  const { heartbeat, seen } = heartbeatOn(clock);
  for (let second = 0; second < 100; second++) {
    clock.pass(1_000);
    heartbeat.sign();
  }
  clock.pass(59_999);
  expect(seen.lost).toBe(0);
  clock.pass(1);
  expect(seen).toEqual({ beats: 5, lost: 1 });
  clock.pass(600_000);
  expect(seen.lost).toBe(1);
});

test('the time in which we stood still ourselves is not held against the peer', () => {
  const clock = new ManualClock();
  const { heartbeat, seen } = heartbeatOn(clock);
  clock.pass(25_000);
  clock.stall(600_000);
  expect(seen.lost).toBe(0);
  clock.pass(25_000);
  heartbeat.sign();
  clock.pass(59_000);
  expect(seen.lost).toBe(0);
  clock.pass(1_000);
  expect(seen.lost).toBe(1);
});

test('a clock that is set two hours forward or back neither loses nor keeps a peer', () => {
  for (const hours of [2, -2]) {
    const clock = new ManualClock();
    const { seen } = heartbeatOn(clock);
    clock.pass(40_000);
    clock.jump(hours * 3_600_000);
    clock.pass(19_999);
    expect(seen.lost).toBe(0);
    clock.pass(1);
    expect(seen.lost).toBe(1);
  }
});

test('a part of a message that takes long to come is a sign of life', () => {
  const clock = new ManualClock();
  let bytes = 0;
  const { seen } = heartbeatOn(clock, () => bytes);
  for (let part = 0; part < 10; part++) {
    clock.pass(45_000);
    bytes += 1000;
  }
  expect(seen.lost).toBe(0);
  clock.pass(90_000);
  expect(seen.lost).toBe(1);
});

test('a heartbeat that is stopped while it beats does not beat again', () => {
  const clock = new ManualClock();
  let beats = 0;
  const heartbeat: Heartbeat = new Heartbeat({
    ...{ clock, every: 30_000, timeout: 60_000 },
    beat: () => {
      beats++;
      heartbeat.stop();
    },
    lost: () => {
      throw new Error('lost after its end');
    },
  });
  clock.pass(600_000);
  expect(beats).toBe(1);
});
