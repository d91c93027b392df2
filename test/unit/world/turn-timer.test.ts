import { expect, test } from 'vitest';
import { gameHeader, secondsLeft } from '../../../proxy/views/entities/header.js';
import { UNTIMED } from '../../../proxy/world/turn.js';
import { createWorld, markChanged, setTurnTimer } from '../../../proxy/world/world.js';

const timer = (limitSeconds: number, endsAtMs: number | undefined, left?: number) => ({
  ...{ limitSeconds, endsAtMs },
  remainingMs: () => left,
});

test('a new timer makes a new version, the same one does not', () => {
  const world = createWorld();
  expect(setTurnTimer(world, timer(60, 90_000))).toBe(true);
  expect([world.version, world.pendingVersion]).toEqual([1, 1]);
  expect(setTurnTimer(world, timer(60, 90_000))).toBe(false);
  expect(world.version).toBe(1);
});

test.each([
  ['the limit', timer(61, 90_000)],
  ['the end', timer(60, 90_001)],
  ['that it ends at all', timer(60, undefined)],
])('a timer is another one by %s alone', (_what, other) => {
  const world = createWorld();
  setTurnTimer(world, timer(60, 90_000));
  expect(setTurnTimer(world, other)).toBe(true);
  expect(world.turnTimer).toBe(other);
  expect(world.version).toBe(2);
});

test('within a bracket the timer gets its version with the rest of it', () => {
  const world = createWorld();
  markChanged(world);
  expect(setTurnTimer(world, timer(60, 90_000))).toBe(false);
  expect([world.version, world.pendingVersion]).toEqual([0, 1]);
  expect(world.turnTimer.limitSeconds).toBe(60);
});

test.each([
  ['waits for its players', UNTIMED, null, null, null],
  ['has a limit that does not run yet', timer(30, undefined), null, 30, null],
  ['has half a minute left', timer(60, 90_000, 29_500), 30, 60, 90],
  ['has a second left, rounded', timer(60, 90_000, 1_499), 1, 60, 90],
  ['is over', timer(60, 90_500, undefined), 0, 60, 90.5],
] as const)('a turn that %s', (_what, turnTimer, left, limit, deadline) => {
  const world = createWorld();
  world.turnTimer = turnTimer;
  expect(secondsLeft(world)).toBe(left);
  expect(gameHeader(world)).toMatchObject({ time_limit: limit, deadline });
});
