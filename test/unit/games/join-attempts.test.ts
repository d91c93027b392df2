import { pino } from 'pino';
import { expect, test } from 'vitest';
import { failure } from '#shared/core/failure.js';
import { fail, ok } from '#shared/core/result.js';
import { gameConfigSchema } from '#shared/protocol/game-config.js';
import { newGameRecord } from '../../../proxy/games/disk/game-record.js';
import { JoinAttempts } from '../../../proxy/games/restore/join-attempts.js';
import { joinedServer } from '../../../proxy/games/server/joined-server.js';
import { createWorld } from '../../../proxy/world/world.js';
import { ManualClock } from '../../support/manual-clock.js';

const join = { host: 'games.example', port: 5556, username: 'Ann' };
const record = newGameRecord('abroad', { config: gameConfigSchema.parse({ join }) }, 0, 0);
const facts = { host: '9.9.9.9', port: 5556, version: '3.0.6', password: undefined };

/** Attempts at a server that is away while `isAway`, and the times of these in seconds. */
function attempts() {
  const clock = new ManualClock();
  const server = { isAway: true };
  const at: number[] = [];
  const parts = {
    ...{ record, log: pino({ level: 'silent' }), worldFor: () => createWorld() },
    async launch() {
      at.push(Math.floor(clock.monotonic() / 1000));
      return server.isAway ? fail(failure('E123', 'it is away')) : ok(joinedServer(facts));
    },
  };
  const joining = new JoinAttempts(clock);
  return { clock, server, at, parts, joining };
}

async function pass(clock: ManualClock, seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second += 1) {
    await new Promise(setImmediate);
    clock.pass(1000);
  }
  await new Promise(setImmediate);
}

test('a server of others that is away is tried later and later, for hours, and joined when it is back', async () => {
  const { clock, server, at, parts, joining } = attempts();
  joining.begin();
  const joined = joining.join(parts, false);
  const asked = joining.within(joined.then((result) => (result.ok ? ok(undefined) : result)));
  await pass(clock, 10);
  expect(await asked).toMatchObject({
    failure: { code: 'E123', message: expect.stringContaining('it is away') },
  });
  await pass(clock, 2 * 3600);
  const waits = at.slice(1).map((time, index) => time - (at[index] ?? 0));
  expect(Math.max(...waits)).toBeLessThanOrEqual(121);
  expect(Math.min(...waits.slice(8))).toBeGreaterThanOrEqual(60);
  server.isAway = false;
  await pass(clock, 121);
  expect(await joined).toMatchObject({ ok: true });
});

test('attempts end when they are cancelled, and a new game is tried once', async () => {
  const { clock, at, parts, joining } = attempts();
  joining.begin();
  const joined = joining.join(parts, false);
  await pass(clock, 5);
  joining.cancel();
  expect(await joined).toMatchObject({ failure: { code: 'E134' } });
  expect(joining.isCancelled).toBe(true);
  at.length = 0;
  joining.begin();
  expect(await joining.join(parts, true)).toMatchObject({ failure: { code: 'E123' } });
  expect(at).toHaveLength(1);
});

test('a game that is lost again and again soon after it was joined is not joined again at once', async () => {
  const { clock, server, at, parts, joining } = attempts();
  server.isAway = false;
  for (let losses = 0; losses < 6; losses += 1) {
    joining.begin();
    const joined = joining.join(parts, false);
    await pass(clock, 40);
    expect(await joined).toMatchObject({ ok: true });
  }
  // The sixth loss came after 200 s, and the wait after it is 8 s at least.
  expect(at.at(-1)).toBeGreaterThanOrEqual(207);
  await pass(clock, 100);
  at.length = 0;
  joining.begin();
  const now = Math.floor(clock.monotonic() / 1000);
  expect(await joining.join(parts, false)).toMatchObject({ ok: true });
  expect(at).toEqual([now]);
});
