import { expect, test } from 'vitest';
import { PROMISES, promiseRows, promisesInTitles, promiseTestFiles } from '../../support/promise-table.js';
import { unstatedPromises } from '../../support/promised.js';
import { readText, root, sourceFiles } from './source-files.js';

test('each promise has a test that bears its number', () => {
  const titles = new Set(sourceFiles(['test']).flatMap(({ text }) => promisesInTitles(text)));
  const numbers = Array.from({ length: PROMISES }, (_, index) => index + 1);
  expect(numbers.filter((promise) => !titles.has(promise))).toEqual([]);
});

test('the page of promises names the tests of each', () => {
  const numbers = Array.from({ length: PROMISES }, (_, index) => index + 1);
  const listed = [...readText('docs/promises.md').matchAll(/^\| (\d+) \| .* \| (`.*`) \|$/gm)].map(
    ([, number, tests = '']) => [Number(number), tests.replaceAll('`', '').split(', ')],
  );
  expect(listed).toEqual(numbers.map((number) => [number, promiseTestFiles(root, number)]));
});

const report = (...results: readonly (readonly [title: string, status: string])[]) =>
  JSON.stringify({
    testResults: [
      { name: '/a.test.ts', assertionResults: results.map(([title, status]) => ({ title, status })) },
    ],
  });
const figure = (promise: number, isHeld: boolean) =>
  `${JSON.stringify({ promise, test: 't', file: 'f', text: 'lost: 0', isHeld })}\n`;

test('a promise is held when its tests pass and state figures within their bounds, not by a title alone', () => {
  const statuses = (reportText: string, figures: string) =>
    promiseRows('/', reportText, figures, 3).map(({ status }) => status);
  expect(statuses(report(['promise 3: it holds', 'passed']), figure(3, true))).toEqual(['held']);
  expect(statuses(report(['promise 3: it holds', 'passed']), '')).toEqual(['NOT HELD']);
  expect(statuses(report(['promise 3: it holds', 'passed']), figure(3, false))).toEqual(['NOT HELD']);
  expect(statuses(report(['promises 1, 3 and 4: they hold', 'failed']), figure(3, true))).toEqual([
    'NOT HELD',
  ]);
});

test('a test whose title bears a promise of which it has stated no figure is found', () => {
  expect(unstatedPromises('an empty test', 'promise 3: it holds')).toEqual([3]);
  expect(unstatedPromises('an empty test', 'promises 1, 2 and 4: they hold')).toEqual([1, 2, 4]);
  expect(unstatedPromises('an empty test', 'it holds')).toEqual([]);
});
