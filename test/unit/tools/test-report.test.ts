import { expect, test } from 'vitest';
import {
  commandsToRepeat,
  filesOverBudget,
  skippedTests,
  timeLines,
} from '../../../tools/steps/test-report.mjs';

const file = (
  name: string,
  seconds: number,
  states: Readonly<Record<string, string>> = { works: 'passed' },
  processorSeconds = seconds,
) => ({
  path: `test/integration/${name}.test.ts`,
  project: 'integration',
  passed: !Object.values(states).includes('failed'),
  seconds,
  processorSeconds,
  tests: Object.entries(states).map(([title, state]) => ({ name: title, state })),
});

test('a file that failed is run again by one command, which names the test when only one failed', () => {
  expect(commandsToRepeat([file('a', 1)])).toEqual([]);
  expect(commandsToRepeat([file('a', 1, { works: 'passed', 'keeps "it"': 'failed' })])).toEqual([
    'npx vitest run --project integration test/integration/a.test.ts -t "keeps \\"it\\""',
  ]);
  expect(commandsToRepeat([file('a', 1, { one: 'failed', other: 'failed' })])).toEqual([
    'npx vitest run --project integration test/integration/a.test.ts',
  ]);
});

test('a test that was not run is told', () => {
  expect(skippedTests([file('a', 1, { works: 'passed', later: 'skipped' }), file('b', 1)])).toEqual([
    'test/integration/a.test.ts later',
  ]);
});

test('a file over ten seconds breaks the budget; on a busy machine its whole project takes longer', () => {
  const others = (seconds: number) => ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => file(name, seconds));
  expect(filesOverBudget([...others(1), file('g', 9.9)])).toEqual([]);
  expect(filesOverBudget([...others(1), file('g', 10.1)])).toEqual([
    'test/integration/g.test.ts took 10.1 s, and at most 10.0 s are allowed',
  ]);
  expect(filesOverBudget([...others(6), file('g', 20)])).toEqual([]);
  expect(filesOverBudget([...others(6), file('g', 60)])).toHaveLength(1);
  const unit = (name: string, seconds: number) => ({ ...file(name, seconds), project: 'unit' });
  const quick = Array.from({ length: 40 }, (_, at) => unit(`u${at}`, 0.2));
  expect(filesOverBudget([...others(6), ...quick, unit('slow', 11)])).toHaveLength(1);
});

test('the clock says nothing of a file that other work met: its processor time does', () => {
  const others = (seconds: number) => ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => file(name, seconds));
  const met = file('g', 60, { works: 'passed' }, 4);
  expect(filesOverBudget([...others(6), met])).toEqual([]);
  expect(filesOverBudget([...others(6), { ...met, processorSeconds: 11 }])).toHaveLength(1);
  expect(filesOverBudget([{ ...met, project: 'unit' }])).toEqual([]);
  // On a quiet machine the file waits for something of its own.
  expect(filesOverBudget([...others(1), { ...met, seconds: 11 }])).toHaveLength(1);
});

test('the time of each part is told, then the ten slowest files', () => {
  const files = Array.from({ length: 12 }, (_, at) => file(`f${at}`, at));
  const lines = timeLines(files);
  expect(lines.slice(0, 3)).toEqual([
    '   66.0 s  integration: 12 files, 12 tests',
    'The slowest files:',
    '   11.0 s  test/integration/f11.test.ts',
  ]);
  expect(lines).toHaveLength(12);
});
