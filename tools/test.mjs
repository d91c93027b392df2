/**
 * Runs the tests. Installs and builds what they need, then:
 *
 * - `npm test`: lint, types and dead code beside the tests of test/unit, property, integration and browser
 * - `npm run test:all`: the same, then test/thorough; with `--rest` only what `npm test` leaves out
 * - `npm run test:nightly`: test/nightly, then tests of the others on the second transport, with all rulesets and with
 *   fifteen times as many runs of each property
 *
 * At the end it prints where the time went, and for each file that failed the command that runs it again.
 */
import { rmSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { build, checkNode, installPackages } from './steps/prepare.mjs';
import { processorSeconds } from './steps/process-tree.mjs';
import { npm, run, runShown, vitest } from './steps/run.mjs';
import { main, Stop } from './steps/terminal.mjs';
import {
  commandsToRepeat,
  filesOverBudget,
  readReport,
  reportFile,
  skippedTests,
  timeLines,
} from './steps/test-report.mjs';
import { ensureTestPrograms, ensureUws } from './steps/test-requirements.mjs';

/**
 * One run of vitest.
 * @typedef {object} Run
 * @property {readonly string[]} projects of vitest.config.ts
 * @property {readonly string[]} [files] parts of their paths; all without it
 * @property {Readonly<Record<string, string>>} [environment]
 * @property {boolean} [isQuick] whether each file has to keep the budget of `npm test`
 */

/** @type {Run} */
const quick = { projects: ['unit', 'integration'], isQuick: true };
/** @type {Run} */
const thorough = { projects: ['thorough'] };

/** @type {readonly Run[]} */
const nightly = [
  { projects: ['nightly'] },
  {
    projects: ['integration', 'thorough'],
    files: ['gateway/hosts', 'gateway/transport', 'promises/09-', 'promises/10-'],
    environment: { TRANSPORTS: 'all' },
  },
  { projects: ['thorough', 'nightly'], files: ['/rules/', 'views/values'], environment: { RULES: 'all' } },
  // A property that fails once in a hundred runs of `npm test` is found by few of them.
  { projects: ['unit'], environment: { PROPERTY_TIMES: '15' } },
];

/** @type {readonly (readonly [title: string, program: string, args: readonly string[]])[]} */
const checks = [
  ['lint', ...npm('run', '--silent', 'lint')],
  ['type check', ...npm('run', '--silent', 'typecheck')],
  ['dead code', ...npm('run', '--silent', 'deadcode')],
];

await main(async () => {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { rest: { type: 'boolean', default: false } },
  });
  const [command] = positionals;
  checkNode();
  await installPackages();
  const environment = { ...(await ensureTestPrograms()), TEST_BUILT: '1' };
  await build();
  if (command === 'nightly') await ensureUws();
  const begin = performance.now();
  const isChecked = command !== 'nightly' && !values.rest;
  const [failedChecks, failedRuns] = await Promise.all([
    isChecked ? runChecks() : [],
    runAll(runsOf(command, values.rest), environment),
  ]);
  const seconds = Math.round((performance.now() - begin) / 1000);
  say(`\n${shownMinutes(seconds)} on the clock, ${shownMinutes(processorSeconds())} of processor time`);
  const failed = [...failedChecks, ...failedRuns];
  if (failed.length > 0) throw new Stop(`\nFailed:\n${failed.join('\n')}`);
});

/** @param {string | undefined} command @param {boolean} isRest @returns {readonly Run[]} */
function runsOf(command, isRest) {
  if (command === undefined) return [quick];
  if (command === 'all') return isRest ? [thorough] : [quick, thorough];
  if (command === 'nightly') return nightly;
  throw new Stop(`There is no ${command}. There are: all, nightly`);
}

/** Runs the checks one after the other, in the background of the tests. Returns what failed, with what it printed. */
async function runChecks() {
  const failed = [];
  for (const [title, program, args] of checks) {
    const { code, output } = await run(program, args, {}, true);
    if (code !== 0) failed.push(`${title}:\n${output}`);
  }
  return failed;
}

/**
 * @param {readonly Run[]} all
 * @param {Readonly<Record<string, string>>} environment
 * @returns {Promise<readonly string[]>} what failed: commands that run it again, or sentences
 */
async function runAll(all, environment) {
  const failed = [];
  for (const one of all) failed.push(...(await runTests(one, environment)));
  return failed;
}

/** @param {Run} one @param {Readonly<Record<string, string>>} environment */
async function runTests({ projects, files = [], isQuick = false, environment: own = {} }, environment) {
  rmSync(reportFile, { force: true });
  const chosen = projects.flatMap((name) => ['--project', name]);
  const reporters = ['--reporter=default', '--reporter=./tools/steps/test-reporter.mjs'];
  const args = [vitest, 'run', ...chosen, ...files, ...reporters];
  const code = await runShown(process.execPath, args, { ...environment, ...own });
  const report = readReport();
  say(`\nWhere the time went, the sum of all files:\n${timeLines(report).join('\n')}`);
  const variables = Object.entries(own).map(([name, value]) => `${name}=${value} `);
  const failed = [
    ...commandsToRepeat(report).map((command) => `${variables.join('')}${command}`),
    ...skippedTests(report).map((name) => `skipped: ${name}`),
    ...(isQuick ? filesOverBudget(report) : []),
  ];
  return code !== 0 && failed.length === 0 ? [`vitest ended with code ${code}`] : failed;
}

/** @param {string} line */
function say(line) {
  process.stderr.write(`${line}\n`);
}

/** @param {number} seconds */
function shownMinutes(seconds) {
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)} min ${whole % 60} s`;
}
