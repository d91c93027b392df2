/**
 * `npm run mutation`: how many small faults in the pure code the unit and property tests find, without a game server.
 *
 * - `npm run mutation -- proxy/rules shared/core/parse.ts`: only these folders and files; all pure layers otherwise (hours)
 * - `--sample 40 --seed 1`: that many stretches of code, drawn by the seed, instead of all of it
 * - `--tests test/unit/rules,test/property/world`: only these tests
 *
 * Prints each mutant that no test found, and the share found of each file. Exit code 1 when that share is below 75 %.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { checkNode, installPackages } from './steps/prepare.mjs';
import { root, runShown } from './steps/run.mjs';
import { main, Stop } from './steps/terminal.mjs';

const PURE_LAYERS = [
  'shared',
  'proxy/freeciv',
  'proxy/world',
  'proxy/rules',
  'proxy/orders',
  'proxy/actions',
  'proxy/views',
  'gateway/session',
  'gateway/limits',
];
/** A stretch of a sample is this long. */
const STRETCH_LINES = 20;

await main(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      sample: { type: 'string' },
      seed: { type: 'string', default: '1' },
      tests: { type: 'string' },
    },
  });
  const files = (positionals.length === 0 ? PURE_LAYERS : positionals).flatMap(sourcesIn);
  if (files.length === 0) throw new Stop(`There is no source in ${positionals.join(', ')}`);
  const ranges = values.sample === undefined ? files : sample(files, Number(values.sample), values.seed);
  checkNode();
  await installPackages();
  const stryker = join(root, 'node_modules/@stryker-mutator/core/bin/stryker.js');
  const args = [stryker, 'run', 'test/mutation/stryker.config.json', '--mutate', ranges.join(',')];
  const code = await runShown(process.execPath, args, { MUTATION_TESTS: values.tests });
  if (code !== 0) throw new Stop('', code);
});

/** The sources at or below a path from the root. @param {string} path @returns {readonly string[]} */
function sourcesIn(path) {
  const stats = statSync(join(root, path), { throwIfNoEntry: false });
  if (stats === undefined) throw new Stop(`There is no ${path}`);
  if (stats.isFile()) return [path];
  return readdirSync(join(root, path), { recursive: true, encoding: 'utf8' })
    .map((name) => `${path}/${name.replaceAll('\\', '/')}`)
    .filter((name) => name.endsWith('.ts') && !name.includes('/generated/'))
    .toSorted();
}

/**
 * Draws stretches of lines, each line of all files as likely as any other.
 * @param {readonly string[]} files
 * @param {number} count
 * @param {string} seed
 */
function sample(files, count, seed) {
  const stretches = files.flatMap((file) => {
    const lines = readFileSync(join(root, file), 'utf8').split('\n').length;
    const starts = Array.from({ length: Math.ceil(lines / STRETCH_LINES) }, (_, n) => n * STRETCH_LINES + 1);
    return starts.map((start) => `${file}:${start}-${start + STRETCH_LINES - 1}`);
  });
  const random = randomOf(Number(seed));
  const drawn = new Set();
  while (drawn.size < Math.min(count, stretches.length))
    drawn.add(stretches[Math.floor(random() * stretches.length)]);
  return [...drawn].toSorted();
}

/** Numbers from 0 to 1 that a seed repeats (mulberry32). @param {number} seed */
function randomOf(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
