/**
 * `npm run mutation`: how many small faults in the pure code the unit and property tests find, without a game server.
 *
 * - `npm run mutation -- proxy/rules shared/core/parse.ts`: only these folders and files; all pure layers otherwise (hours)
 * - `--sample 40 --seed 1`: that many stretches of code, drawn by the seed, instead of all of it
 * - `--tests test/unit/rules,test/unit/shared/json.test.ts`: only these folders and files of tests
 *
 * A mutant that seems to survive is tried once more, because Stryker's runner for vitest counts a run that it lost as
 * survived (stryker-js issue 6073). Prints each mutant that no test found, and the share found of each file. Exit code 1
 * when the share of all is below 75 %.
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
  'proxy/plans',
  'proxy/actions',
  'proxy/views',
  'features/advisor',
  'features/bucket',
  'features/city-rows',
  'features/conversations/native',
  'features/maps',
  'features/map-window',
  'features/mcp/server',
  'features/redis',
  'features/rules-lookup',
  'features/scene',
  'features/texts',
  'features/tracing',
  'gateway/session',
  'gateway/limits',
];
/** The share of mutants that must be found. */
const MIN_FOUND = 0.75;
/** States of a mutant that a test has found. */
const FOUND = ['Killed', 'Timeout', 'RuntimeError', 'CompileError'];
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
  const first = await mutantsOf(ranges, values.tests, []);
  const doubtful = first.filter(({ status }) => status === 'Survived');
  // Runs are lost after one that ended at its first failure, so these go on to their ends.
  const again =
    doubtful.length === 0 ? [] : await mutantsOf(doubtful.map(rangeOf), values.tests, ['--disableBail']);
  const second = new Map(again.map((mutant) => [mutantName(mutant), mutant]));
  const found = printReport(
    first.map((mutant) =>
      mutant.status === 'Survived' ? (second.get(mutantName(mutant)) ?? mutant) : mutant,
    ),
  );
  if (found < MIN_FOUND) throw new Stop(`Less than ${100 * MIN_FOUND} % of the mutants were found`);
});

/**
 * @typedef {object} Mutant
 * @property {string} file from the root
 * @property {string} status as Stryker names it
 * @property {string} mutatorName
 * @property {string} replacement
 * @property {{ start: { line: number, column: number }, end: { line: number, column: number } }} location
 */

/**
 * Runs Stryker over these parts of files. Mutants of code that runs only when its module is loaded are left out.
 * @param {readonly string[]} ranges
 * @param {string | undefined} tests
 * @param {readonly string[]} options
 * @returns {Promise<readonly Mutant[]>}
 */
async function mutantsOf(ranges, tests, options) {
  const stryker = join(root, 'node_modules/@stryker-mutator/core/bin/stryker.js');
  const config = 'test/mutation/stryker.config.json';
  const args = [stryker, 'run', config, '--mutate', ranges.join(','), ...options];
  const code = await runShown(process.execPath, args, { MUTATION_TESTS: tests });
  if (code !== 0) throw new Stop('', code);
  const { files } = JSON.parse(readFileSync(join(root, 'build/mutation.json'), 'utf8'));
  return Object.entries(files).flatMap(([file, { mutants }]) =>
    mutants
      .filter((/** @type {Mutant} */ { status }) => status !== 'Ignored')
      .map((/** @type {Mutant} */ mutant) => ({ ...mutant, file })),
  );
}

/** The part of a file that is one mutant, as Stryker's option takes it. @param {Mutant} mutant */
function rangeOf({ file, location: { start, end } }) {
  return `${file}:${start.line}:${start.column}-${end.line}:${end.column}`;
}

/** @param {Mutant} mutant */
function mutantName(mutant) {
  return `${rangeOf(mutant)} ${mutant.mutatorName} ${mutant.replacement}`;
}

/**
 * Prints the mutants that were not found, then a line for each file and one for all. Returns the share found of all.
 * @param {readonly Mutant[]} mutants
 */
function printReport(mutants) {
  /** @type {Map<string, Mutant[]>} */
  const byFile = new Map();
  for (const mutant of mutants) byFile.set(mutant.file, [...(byFile.get(mutant.file) ?? []), mutant]);
  const missed = mutants.filter(({ status }) => !FOUND.includes(status));
  for (const mutant of missed) {
    const reached = mutant.status === 'NoCoverage' ? 'no test reaches it' : 'survives';
    const { line, column } = mutant.location.start;
    process.stdout.write(
      `${mutant.file}:${line}:${column} ${mutant.mutatorName} ${reached}: ${mutant.replacement}\n`,
    );
  }
  for (const [file, own] of byFile) printShare(own, file);
  return printShare(mutants, 'all');
}

/**
 * @param {readonly Mutant[]} mutants
 * @param {string} name
 */
function printShare(mutants, name) {
  const count = (/** @type {readonly string[]} */ statuses) =>
    mutants.filter(({ status }) => statuses.includes(status)).length;
  const share = mutants.length === 0 ? 1 : count(FOUND) / mutants.length;
  const rest = `${count(['Survived'])} survived, ${count(['NoCoverage'])} not reached`;
  process.stdout.write(`${name}: ${Math.floor(1000 * share) / 10} % of ${mutants.length} found, ${rest}\n`);
  return share;
}

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
