import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { manifestSchema } from '../../../agent/arena/plan/manifest.js';
import { matchResultSchema } from '../../../agent/arena/play/match-result.js';
import { programOf } from '../../support/services/program.js';
import { type Stack, startStack } from '../../support/stack.js';

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

/** Runs the arena; `isEnough` sees all that it has printed and may have it killed. */
async function arena(args: readonly string[], isEnough: (printed: string) => boolean = () => false) {
  const { file, execArgv } = programOf('agent/arena/main');
  const child = spawn(process.execPath, [...execArgv, file, ...args], {
    env: { ...process.env, FREECIV_GATEWAY: stack.gatewayUrl, LLM_API_TOKEN: stack.token },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let printed = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    printed += text;
    if (isEnough(printed)) child.kill('SIGKILL');
  });
  const [code] = await once(child, 'close');
  return { code, printed };
}

async function resultsIn(path: string) {
  const text = await readFile(join(path, 'matches.jsonl'), 'utf8');
  return text
    .trim()
    .split('\n')
    .map((line) => matchResultSchema.parse(JSON.parse(line)));
}

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

  const manifest = join(out, 'manifest.json');
  const again = await arena(['--manifest', manifest, '--out', join(folder, 'second')]);
  const { results_hash: hash } = manifestSchema.parse(JSON.parse(await readFile(manifest, 'utf8')));
  expect(again).toMatchObject({ code: 0, printed: expect.stringContaining(`all 3 matches repeat: ${hash}`) });
  const without = (all: typeof results) =>
    all.map(({ seconds: _, ...rest }) => rest).toSorted((a, b) => a.match.localeCompare(b.match));
  expect(without(await resultsIn(join(folder, 'second')))).toEqual(without(results));
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
