/**
 * `npm run bench -- <name> --against DIR [--pairs 6]`: the same bench of this tree and of the one in DIR, by turns. Prints each
 * figure of both trees and their ratio, with its 95 per cent interval: what else the machine does meets both trees alike.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type Figure, readFigures } from './figures.js';
import { named } from './form.js';
import { type PairedRun, pairedTable } from './paired-figures.js';

const [, , name = '', ...words] = process.argv;
const other = resolve(words[words.indexOf('--against') + 1] ?? '');
// An even number: each tree is the first of a pair as often as the other.
const PAIRS = named('pairs', 6, 1);
const here = process.cwd();
const script = join('lab/bench', `${name}.ts`);
if (!existsSync(join(other, script))) {
  process.stderr.write(`There is no ${script} in ${other}.\n`);
  process.exit(1);
}
runIn(other, ['tools/build.mjs'], {});

const workspace = mkdtempSync(join(tmpdir(), 'freeciv-bench-'));
const pairs: PairedRun[] = [];
for (let pair = 0; pair < PAIRS; pair += 1) {
  // The first of a pair changes from pair to pair.
  const isHereFirst = pair % 2 === 0;
  const first = figuresOf(isHereFirst ? here : other, pair);
  const second = figuresOf(isHereFirst ? other : here, pair);
  pairs.push(isHereFirst ? { here: first, there: second } : { here: second, there: first });
  process.stderr.write(`${pair + 1} of ${PAIRS} pairs\n`);
}
rmSync(workspace, { recursive: true });
process.stdout.write(`${pairedTable(pairs)}\n`);

function figuresOf(tree: string, pair: number): readonly Figure[] {
  const file = join(workspace, `${pair}-${tree === here ? 'here' : 'there'}.jsonl`);
  writeFileSync(file, '');
  runIn(tree, ['--conditions=source', '--import', 'tsx', join(tree, script), ...words], {
    BENCH_FIGURES: file,
  });
  return readFigures(file);
}

function runIn(cwd: string, args: readonly string[], environment: Readonly<Record<string, string>>): void {
  const { status } = spawnSync(process.execPath, args, {
    cwd,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (status !== 0) process.exit(status ?? 1);
}
