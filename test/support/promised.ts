import { appendFileSync } from 'node:fs';
import { expect } from 'vitest';

/** What a test measured of a promise: what is counted, and how much it was in this run. */
interface Figure {
  readonly what: string;
  readonly value: number;
}

/** What the figure must be: a constant, or a control that was measured in the same run. */
type Bound = { readonly exactly: number } | { readonly atMost: number } | { readonly atLeast: number };

/** Further measurements of the run, for the reader: nothing is asserted about them. */
type Details = Readonly<Record<string, number | string>>;

/** One figure, as a line of the file that PROMISES_REPORT names. */
export interface StatedFigure {
  readonly promise: number;
  /** Title and file of the test that states it. */
  readonly test: string;
  readonly file: string;
  readonly text: string;
  readonly isHeld: boolean;
}

/** Numbers of promises of which a test, by its name, has stated a figure. */
const statedByTest = new Map<string, Set<number>>();

/**
 * States the figure of a promise (its number in the list of promises) and asserts its bound. A test whose title begins
 * with `promise NN:` must call it: else it fails. `npm run promises` makes its table of what is stated here.
 */
export function promised(promise: number, figure: Figure, bound: Bound, details: Details = {}): void {
  const isHeld = isWithin(figure.value, bound);
  const { currentTestName = '', testPath = '' } = expect.getState();
  const stated: StatedFigure = {
    promise,
    test: currentTestName,
    file: testPath,
    text: `${figure.what}: ${shown(figure.value)} (${shownBound(bound)})${shownDetails(details)}`,
    isHeld,
  };
  console.log(`promise ${promise}: ${stated.text}`);
  const numbers = statedByTest.get(currentTestName) ?? new Set();
  statedByTest.set(currentTestName, numbers.add(promise));
  const report = process.env.PROMISES_REPORT;
  if (report !== undefined) appendFileSync(report, `${JSON.stringify(stated)}\n`);
  expect(isHeld, `promise ${promise}: ${stated.text}`).toBe(true);
}

/** Numbers of promises that a test's title bears and of which the test has stated no figure. */
export function unstatedPromises(testName: string, title: string): readonly number[] {
  const stated = statedByTest.get(testName);
  return promisesOf(title).filter((promise) => stated?.has(promise) !== true);
}

/** The numbers that a title of the form `promise 3: ...` or `promises 1, 2 and 4: ...` bears. */
function promisesOf(title: string): readonly number[] {
  const [, numbers = ''] = /^promises? ([\d, and]+):/.exec(title) ?? [];
  return [...numbers.matchAll(/\d+/g)].map(([number]) => Number(number));
}

function isWithin(value: number, bound: Bound): boolean {
  if ('exactly' in bound) return value === bound.exactly;
  return 'atMost' in bound ? value <= bound.atMost : value >= bound.atLeast;
}

function shownBound(bound: Bound): string {
  if ('exactly' in bound) return `promised ${shown(bound.exactly)}`;
  return 'atMost' in bound
    ? `promised at most ${shown(bound.atMost)}`
    : `promised at least ${shown(bound.atLeast)}`;
}

function shownDetails(details: Details): string {
  const list = Object.entries(details).map(([name, value]) => `${name} ${shown(value)}`);
  return list.length === 0 ? '' : `; ${list.join(', ')}`;
}

function shown(value: number | string): string {
  return typeof value === 'number' ? String(Math.round(value * 100) / 100) : value;
}
