import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { StatedFigure } from './promised.js';

/** The promises there are, by their numbers from 1. */
export const PROMISES = 27;

const reportSchema = z.looseObject({
  testResults: z.array(
    z.looseObject({
      name: z.string(),
      assertionResults: z.array(z.looseObject({ title: z.string(), status: z.string() })),
    }),
  ),
});

const figureSchema = z.object({
  promise: z.int(),
  test: z.string(),
  file: z.string(),
  text: z.string(),
  isHeld: z.boolean(),
}) satisfies z.ZodType<StatedFigure>;

/** What a run has shown of one promise. */
export interface PromiseRow {
  readonly promise: number;
  readonly status: 'held' | 'NOT HELD';
  readonly figures: readonly string[];
  /** Files of its tests, from the root of the repository. */
  readonly tests: readonly string[];
}

/** The test files below a folder of which a title bears the number of a promise: all, or those of one promise. */
export function promiseTestFiles(root: string, promise?: number): readonly string[] {
  const all = readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' });
  return all
    .filter((path) => path.endsWith('.test.ts'))
    .map((path) => `test/${path}`)
    .filter((path) => {
      const numbers = promisesInTitles(readFileSync(join(root, path), 'utf8'));
      return promise === undefined ? numbers.length > 0 : numbers.includes(promise);
    })
    .sort();
}

/** The numbers of promises that titles of tests bear in the source of a file. */
export function promisesInTitles(source: string): readonly number[] {
  const titles = [...source.matchAll(/\(\s*['"`]promises? ([\d, and]+):/g)];
  return titles.flatMap(([, numbers = '']) =>
    [...numbers.matchAll(/\d+/g)].map(([number]) => Number(number)),
  );
}

/** A row for each promise, from vitest's JSON report and the lines of stated figures of the same run. */
export function promiseRows(
  root: string,
  reportText: string,
  figureLines: string,
  only?: number,
): readonly PromiseRow[] {
  const { testResults } = reportSchema.parse(JSON.parse(reportText));
  const results = testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ title, status }) => ({ file: name.replace(root, ''), title, status })),
  );
  const figures = figureLines
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => figureSchema.parse(JSON.parse(line)));
  const numbers = Array.from({ length: PROMISES }, (_, index) => index + 1);
  return numbers
    .filter((promise) => only === undefined || promise === only)
    .map((promise) => {
      const tests = results.filter(({ title }) => promisesInTitles(`test('${title}`).includes(promise));
      const stated = figures.filter((figure) => figure.promise === promise);
      const isHeld =
        stated.length > 0 &&
        stated.every((figure) => figure.isHeld) &&
        tests.every(({ status }) => status === 'passed');
      return {
        promise,
        status: isHeld ? 'held' : 'NOT HELD',
        figures: stated.length === 0 ? ['no test has stated a figure'] : stated.map(({ text }) => text),
        tests: [...new Set(tests.map(({ file }) => file))],
      };
    });
}

/** One line for a promise. */
export function shownRow({ promise, status, figures, tests }: PromiseRow): string {
  return `${String(promise).padStart(2)}  ${status.padEnd(8)}  ${figures.join(' | ')}  [${tests.join(', ')}]`;
}
