import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './run.mjs';

/** What the last run of the tests has left. */
export const reportFile = join(root, 'build/test-report.json');

/** How long a file of `npm test` may take by itself on two quiet cores. */
const MAX_FILE_SECONDS = 10;
/** The median of the files of test/integration there. On a slow or busy machine it is longer, and so may each file be. */
const USUAL_MEDIAN_SECONDS = 1.2;
const SLOWEST_SHOWN = 10;

/** @typedef {{ name: string, state: string }} ReportedTest */

/**
 * @typedef {object} ReportedFile
 * @property {string} path from the root
 * @property {string} project as vitest.config.ts names it
 * @property {boolean} passed
 * @property {number} seconds of its tests and hooks; what it imports is not counted
 * @property {readonly ReportedTest[]} tests
 */

/** The files of the last run; none when it has ended before it could tell. @returns {readonly ReportedFile[]} */
export function readReport() {
  return existsSync(reportFile) ? JSON.parse(readFileSync(reportFile, 'utf8')) : [];
}

/** Tests that neither passed nor failed. @param {readonly ReportedFile[]} files */
export function skippedTests(files) {
  return files.flatMap(({ path, tests }) =>
    tests
      .filter(({ state }) => state !== 'passed' && state !== 'failed')
      .map(({ name }) => `${path} ${name}`),
  );
}

/** For each file that failed the command that runs it again. @param {readonly ReportedFile[]} files */
export function commandsToRepeat(files) {
  return files
    .filter(({ passed }) => !passed)
    .map(({ path, project, tests }) => {
      const failed = tests.filter(({ state }) => state === 'failed');
      const only = failed.length === 1 ? ` -t ${JSON.stringify(failed[0]?.name)}` : '';
      return `npx vitest run --project ${project} ${path}${only}`;
    });
}

/**
 * The files that take longer than a file of `npm test` may. On a slow or busy machine all files take longer, so the bound
 * follows the median of those that start something.
 * @param {readonly ReportedFile[]} files
 */
export function filesOverBudget(files) {
  const seconds = files
    .filter(({ path }) => path.startsWith('test/integration/'))
    .map((file) => file.seconds)
    .toSorted((a, b) => a - b);
  const median = seconds[Math.floor(seconds.length / 2)] ?? 0;
  const most = MAX_FILE_SECONDS * Math.max(1, median / USUAL_MEDIAN_SECONDS);
  return files
    .filter((file) => file.seconds > most)
    .map(({ path, seconds }) => `${path} took ${shown(seconds)}, and at most ${shown(most)} are allowed`);
}

/** The time of each part, then the slowest files: one line each. @param {readonly ReportedFile[]} files */
export function timeLines(files) {
  const parts = new Map();
  for (const { path, seconds, tests } of files) {
    const [, part] = path.split('/');
    const { count = 0, sum = 0, testCount = 0 } = parts.get(part) ?? {};
    parts.set(part, { count: count + 1, sum: sum + seconds, testCount: testCount + tests.length });
  }
  const slowest = files.toSorted((a, b) => b.seconds - a.seconds).slice(0, SLOWEST_SHOWN);
  return [
    ...[...parts].map(
      ([part, { count, sum, testCount }]) =>
        `${shown(sum).padStart(9)}  ${part}: ${count} files, ${testCount} tests`,
    ),
    'The slowest files:',
    ...slowest.map(({ path, seconds }) => `${shown(seconds).padStart(9)}  ${path}`),
  ];
}

/** @param {number} seconds */
function shown(seconds) {
  return `${seconds.toFixed(1)} s`;
}
