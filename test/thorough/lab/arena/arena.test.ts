import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { manifestSchema } from '../../../../lab/arena/plan/manifest.js';
import { arenaGames } from '../../../../lab/winner/play-games.js';
import { resultsIn, runArena } from '../../../support/arena-command.js';
import { type Stack, startStack } from '../../../support/stack.js';

let stack: Stack;
let folder = '';

beforeAll(async () => {
  stack = await startStack();
  folder = await mkdtemp(join(tmpdir(), 'freeciv-arena-'));
});

afterAll(async () => {
  await stack[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

const arena = (args: readonly string[], isEnough?: (printed: string) => boolean) =>
  runArena(stack, args, isEnough);

test('an arena that is killed goes on where it was, and its manifest repeats every number', async () => {
  const out = join(folder, 'first');
  const plan = ['--players', 'builder,random,ai:easy', '--seeds', '5', '--turns', '5'];
  const args = [...plan, '--out', out, '--parallel', '1'];
  const killed = await arena(args, (printed) => printed.includes('[1/3]'));
  expect(killed).toMatchObject({ code: null });
  const played = await arena(args);
  expect(played).toMatchObject({ code: 0, printed: expect.stringContaining('[3/3]') });
  expect(played.printed).not.toContain('[1/3]');

  const results = await resultsIn(out);
  expect(results.map(({ match, status, playedTo }) => ({ match, status, playedTo }))).toEqual(
    ['s5-1', 's5-2', 's5-3'].map((match) => ({ match, status: 'valid', playedTo: 6 })),
  );
  // Everybody has had every place of the map, and with it its nation.
  for (const place of [0, 1, 2]) {
    const there = results.flatMap(({ players }) => players.filter(({ player }) => player === place));
    expect(there.map(({ contestant }) => contestant).toSorted()).toEqual(['ai:easy', 'builder', 'random']);
    expect(new Set(there.map(({ nation }) => nation)).size).toBe(1);
  }

  // The model of who wins learns from the scores that are kept.
  const scored = (await arenaGames(out)).map(({ turns }) => turns.at(-1)?.players.map(({ score }) => score));
  expect(scored).toEqual(results.map(({ players }) => players.map(({ standings }) => standings.end?.score)));

  const manifest = join(out, 'manifest.json');
  const again = await arena(['--manifest', manifest, '--out', join(folder, 'second')]);
  const { results_hash: hash } = manifestSchema.parse(JSON.parse(await readFile(manifest, 'utf8')));
  expect(again).toMatchObject({ code: 0, printed: expect.stringContaining(`all 3 matches repeat: ${hash}`) });
  const without = (all: typeof results) =>
    all.map(({ seconds: _, ...rest }) => rest).toSorted((a, b) => a.match.localeCompare(b.match));
  expect(without(await resultsIn(join(folder, 'second')))).toEqual(without(results));
});

test('scenarios are scored by a table, after a kill too, and their manifest repeats every score', async () => {
  const out = join(folder, 'scenarios');
  const plan = ['--players', 'random,builder', '--scenarios', 'settle,alliance', '--difficulties', 'easy'];
  const args = [...plan, '--seeds', '1', '--out', out, '--parallel', '1'];
  const killed = await arena(args, (printed) => printed.includes('[2/4]'));
  expect(killed).toMatchObject({ code: null });
  const played = await arena(args);
  expect(played).toMatchObject({ code: 0, printed: expect.stringContaining('[4/4]') });
  expect(played.printed).not.toContain('[1/4]');
  const results = await resultsIn(out);
  expect(results.map(({ status, reason }) => ({ status, reason }))).toEqual(
    results.map(() => ({ status: 'valid', reason: null })),
  );
  const pair = results.find(({ match }) => match === 'alliance-easy-s1-p2');
  expect(pair?.players.map(({ contestant, player }) => [contestant, player])).toEqual([
    ['builder', 0],
    ['builder', 1],
  ]);
  for (const { scenario } of results) {
    expect(scenario?.score).toBeGreaterThanOrEqual(0);
    expect(scenario?.score).toBeLessThanOrEqual(1);
  }
  const table = (await readFile(join(out, 'scenarios.csv'), 'utf8')).trim().split('\r\n');
  expect(table.map((line) => line.split(',').slice(0, 4).join())).toEqual([
    'player,scenario,difficulty,games',
    'random,alliance,easy,1',
    'random,settle,easy,1',
    'builder,alliance,easy,1',
    'builder,settle,easy,1',
  ]);
  const manifest = join(out, 'manifest.json');
  const again = await arena(['--manifest', manifest, '--out', join(folder, 'scenarios-again')]);
  const { results_hash: hash } = manifestSchema.parse(JSON.parse(await readFile(manifest, 'utf8')));
  expect(again).toMatchObject({ code: 0, printed: expect.stringContaining(`all 4 matches repeat: ${hash}`) });
});

test('a folder that has another arena is not written to', async () => {
  const plan = [
    '--players',
    'builder,ai:easy',
    '--seeds',
    '9',
    '--turns',
    '1',
    '--out',
    join(folder, 'first'),
  ];
  expect(await arena(plan)).toMatchObject({ code: 2 });
});
