import { expect, test } from 'vitest';
import { sourceFiles } from './source-files.js';

/** A line that fails is read in a terminal. */
const MAX_TITLE_CHARS = 100;

/** What goes on with the title of a `describe`: alone it has no subject. */
const CONTINUES =
  /^(?:is|are|was|were|has|have|does|do|can|cannot|may|must|and|but|or|of|by|says|names|tells|gets|keeps|waits|ends|goes) /;

/** The titles in the source of a test file: the first string of each test, whole or of a table. */
function titlesOf(text: string): readonly string[] {
  const quoted =
    /\btest(?:\.\w+)?\(\s*(['"`])((?:\\.|(?!\1).)*)\1,|\)\(\s*(['"`])((?:\\.|(?!\3).)*)\3,\s*(?:async )?\(/g;
  return [...text.matchAll(quoted)].map(([, , plain, , ofTable]) =>
    (plain ?? ofTable ?? '').replaceAll("\\'", "'"),
  );
}

const titles = sourceFiles(['test'])
  .filter(({ path }) => path.endsWith('.test.ts'))
  .flatMap(({ path, text }) => titlesOf(text).map((title) => ({ path, title })));

test('the title of a test is short enough to be read in one line', () => {
  expect(titles.length).toBeGreaterThan(1500);
  expect(titles.filter(({ title }) => title.length > MAX_TITLE_CHARS)).toEqual([]);
});

test('the title of a test stands alone: it does not continue that of its describe', () => {
  expect(titles.filter(({ title }) => CONTINUES.test(title))).toEqual([]);
});

test('titles are found in plain tests and in tables', () => {
  const text =
    "test('one', () => {});\ntest.each([1])('two %i', async (n) => {});\ntest.each([1])(\n  'three',\n  (n) => {},\n);";
  expect(titlesOf(text)).toEqual(['one', 'two %i', 'three']);
});
