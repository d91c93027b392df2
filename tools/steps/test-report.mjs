import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './run.mjs';

/** What the last run of the tests has left. */
export const reportFile = join(root, 'build/test-report.json');

/** How long a file of `npm test` may take by itself on two quiet cores. */
const MAX_FILE_SECONDS = 10;
/**
 * The mean of the files of each project there. Where a machine is slow or busy the mean is longer, and each file of the project
 * may take as many times longer: the projects run one after the other, so each has its own. Other work does not come evenly: a
 * file that it met is over its budget only with as many seconds of processor time. The checks of `npm test` meet each file that
 * begins with them, so files that compute all the time are judged by processor time in any case.
 * @type {Readonly<Record<string, number>>}
 */
const USUAL_MEAN_SECONDS = { unit: 0.53, integration: 2.5 };
const SLOWEST_SHOWN = 10;

/** @typedef {{ name: string, state: string }} ReportedTest */

/**
 * @typedef {object} ReportedFile
 * @property {string} path from the root
 * @property {string} project as vitest.config.ts names it
 * @property {boolean} passed
 * @property {number} seconds of its tests and hooks; what it imports is not counted
 * @property {number} processorSeconds of the same, with the processes it has started and ended
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
 * The files that take longer than a file of `npm test` may.
 * @param {readonly ReportedFile[]} files
 */
export function filesOverBudget(files) {
  const projects = Object.entries(USUAL_MEAN_SECONDS);
  return projects.flatMap(([project, usual]) => {
    const own = files.filter((file) => file.project === project);
    const mean = own.reduce((sum, file) => sum + file.seconds, 0) / own.length;
    const most = MAX_FILE_SECONDS * Math.max(1, mean / usual);
    const isClockTrue = project !== 'unit' && mean <= usual;
    return own
      .filter((file) => file.seconds > most && (isClockTrue || file.processorSeconds > MAX_FILE_SECONDS))
      .map(({ path, seconds }) => `${path} took ${shown(seconds)}, and at most ${shown(most)} are allowed`);
  });
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
