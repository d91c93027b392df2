import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { binaryCandidates } from '../../../proxy/games/server/server-binary.js';
import { serverCandidates } from '../../../tools/steps/game-server.mjs';
import { atLeast, checkNode, packagesMatch } from '../../../tools/steps/prepare.mjs';
import { progress } from '../../../tools/steps/terminal.mjs';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

test.each([
  ['20.19.0', '20.19', true],
  ['20.9.0', '20.19', false],
  ['22.0.0', '20.19', true],
  ['18.20.4', '20.19', false],
  ['20.19.0', '20.19.1', false],
])('Node %s is at least %s: %s', (own, least, enough) => {
  expect(atLeast(own, least)).toBe(enough);
});

test('an old Node is told which one is needed, in one line', () => {
  expect(() => checkNode('18.0.0')).toThrow(/^Node 20\.19 or later is needed; this is 18\.0\.0\.$/);
});

test('the launcher looks for the game server where the proxy does', () => {
  for (const PATH of ['/bin:/opt/bin', '', undefined]) {
    expect(serverCandidates({ PATH })).toEqual(binaryCandidates(undefined, PATH));
    expect(serverCandidates({ PATH, FREECIV_SERVER: '/x' })).toEqual(binaryCandidates('/x', PATH));
  }
});

test('npm packages are right only when each locked one is there in its version', () => {
  const lock = {
    '': {},
    'node_modules/a': { version: '1.0.0' },
    'node_modules/mac': { version: '1.0.0', optional: true },
  };
  expect(packagesMatch(lock, { 'node_modules/a': { version: '1.0.0' } })).toBe(true);
  expect(packagesMatch(lock, { 'node_modules/a': { version: '1.0.1' } })).toBe(false);
  expect(packagesMatch(lock, {})).toBe(false);
});

test('quick work is silent', async () => {
  const said: string[] = [];
  expect(
    await progress(
      'Building',
      async () => 7,
      (line) => said.push(line),
    ),
  ).toBe(7);
  expect(said).toEqual([]);
});

test('slow work says what it is after two seconds, then now and again, and that it is done', async () => {
  const said: string[] = [];
  const work = new Promise((resolve) => setTimeout(resolve, 13_000));
  const done = progress(
    'Building',
    () => work,
    (line) => said.push(line),
  );
  await vi.advanceTimersByTimeAsync(13_000);
  await done;
  expect(said).toEqual(['Building …', 'Building … 12 s', 'Building: done in 13 s']);
});
