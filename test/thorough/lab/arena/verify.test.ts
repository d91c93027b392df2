import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runArena } from '../../../support/arena-command.js';
import { programOf } from '../../../support/services/program.js';
import { startStack } from '../../../support/stack.js';

let folder = '';
let played = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'freeciv-verify-'));
  const out = join(folder, 'played');
  await using stack = await startStack();
  const plan = ['--players', 'builder,ai:easy', '--seeds', '5', '--turns', '4', '--out', out];
  const run = await runArena(stack, plan, undefined, { ARENA_DATA: stack.dataDir });
  expect(run.code).toBe(0);
  // As on another machine: elsewhere, and without the services that played it.
  played = join(folder, 'elsewhere');
  await cp(out, played, { recursive: true });
  await rm(out, { recursive: true });
});

afterAll(() => rm(folder, { recursive: true, force: true }));

async function verify(path: string, ...args: readonly string[]) {
  const { file, execArgv } = programOf('lab/verify/main', false);
  const child = spawn(process.execPath, [...execArgv, file, path, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let printed = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    printed += text;
  });
  await once(child, 'close');
  return { code: child.exitCode, printed };
}

test('an arena that is copied elsewhere is verified: its numbers follow, and its games play as they did', async () => {
  expect(await verify(played)).toEqual({
    code: 0,
    printed: expect.stringContaining(
      'of 2 matches follow from their recordings and scores; 2 games were played again',
    ),
  });
});

/** Replaces a number after a place in a text by the next one. */
function touched(text: string, place: RegExp): string {
  return text.replace(place, (whole, before: string, number: string) => {
    expect(whole).not.toBe('');
    return `${before}${Number(number) + 1}`;
  });
}

test.each([
  [
    'matches.jsonl',
    /("score":)(\d+)/,
    /matches\.jsonl: s5-\d: players\[0\]\.standings\.end\.score is \d+, and by scores/,
  ],
  [
    'scores/s5-1.json',
    /("turn":3.*?"score":)(\d+)/,
    /scores\/s5-1\.json: turn 3, player 0: score is \d+, and in its recording \d+/,
  ],
  [
    'scores/s5-2.json',
    /("process":.*?"idle_gold":)(\d+)/,
    /scores\/s5-2\.json: process of player \d: idle_gold is .*, and by games\/s5-2\/ledger\.jsonl/,
  ],
  ['tournament.json', /("mean":)(\d+)/, /tournament\.json: checkpoints\[0\]\.figures\[0\]\.score\.mean is/],
  [
    'standings.csv',
    /(s5-1,5,valid,end,[\w:]+,0,[^,]+,\d+,true,)(\d+)/,
    /standings\.csv: line \d+, character \d+: .* is right/,
  ],
  ['report.html', /(<td[^>]*>)(\d+)/, /report\.html: line \d+, character \d+: .* is right/],
  ['manifest.json', /("s5-1": "[0-9a-f]*?)(\d)/, /manifest\.json: results\.s5-1 is "/],
  ['games/s5-1/manifest.json', /("score": ?)(\d+)/, /games\/s5-1\/manifest\.json: ranking\[0\]\.score is/],
] as const)('one changed digit in %s is found and named', async (file, place, named) => {
  const copy = join(folder, `touched-${file.replaceAll('/', '-')}`);
  await cp(played, copy, { recursive: true });
  const text = await readFile(join(copy, file), 'utf8');
  const changed = touched(text, place);
  expect(changed).not.toBe(text);
  await writeFile(join(copy, file), changed);
  const { code, printed } = await verify(copy, ...(file.startsWith('games') ? [] : ['--no-replay']));
  expect(printed).toMatch(named);
  expect(code).toBe(1);
});

test('a changed byte of a recording and orders that a journal lacks are found and named', async () => {
  const copy = join(folder, 'touched-bytes');
  await cp(played, copy, { recursive: true });
  const recording = join(copy, 'recordings/s5-1.fcr');
  const bytes = await readFile(recording);
  bytes[bytes.length - 40] = ((bytes[bytes.length - 40] ?? 0) + 1) % 256;
  await writeFile(recording, bytes);
  const journal = join(copy, 'games/s5-2/journal/T00001.jsonl');
  const lines = (await readFile(journal, 'utf8')).split('\n').filter((line) => line !== '');
  const kept = lines.filter((line) => !line.includes('unit_'));
  expect(kept.length).toBeLessThan(lines.length);
  await writeFile(journal, `${kept.join('\n')}\n`);
  const { code, printed } = await verify(copy);
  expect(printed).toMatch(/recordings\/s5-1\.fcr: the record at byte \d+ is damaged/);
  expect(printed).toMatch(/games\/s5-2: /);
  expect(code).toBe(1);
});
