import { expect, test } from 'vitest';
import { PROMISES, promiseTestFiles } from '../../support/promise-table.js';
import { root, sourceFiles } from './source-files.js';

/** The folders of test whose files `npm test`, `npm run test:all` and `npm run test:nightly` add, in this order. */
const SUITES = [['unit', 'property', 'integration', 'browser'], ['thorough'], ['nightly']] as const;

const suiteOf = (path: string): number =>
  SUITES.findIndex((folders) => folders.some((folder) => path.startsWith(`test/${folder}/`)));

test('each test file lies in the folder of exactly one of the three test commands', () => {
  const paths = sourceFiles(['test']).map(({ path }) => path);
  const tests = paths.filter((path) => path.endsWith('.test.ts'));
  expect(tests.length).toBeGreaterThan(400);
  expect(tests.filter((path) => suiteOf(path) === -1)).toEqual([]);
});

test('each promise is shown by npm run test:all, not only at night', () => {
  const shown = (promise: number) => promiseTestFiles(root, promise).some((path) => suiteOf(path) < 2);
  const numbers = Array.from({ length: PROMISES }, (_, index) => index + 1);
  expect(numbers.filter((promise) => !shown(promise))).toEqual([]);
});
