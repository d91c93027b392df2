import { expect, test } from 'vitest';
import { composed, elsewhere, scripts, shortForms } from '../../support/npm-scripts.js';
import { readText } from './source-files.js';

test('every npm script is run by a test, whole or in a short form', () => {
  const run = [...Object.keys(elsewhere), ...Object.keys(shortForms), ...Object.keys(composed)];
  expect(run.toSorted()).toEqual(Object.keys(scripts).toSorted());
  for (const [file, words] of Object.values(elsewhere)) expect(readText(file), file).toContain(words);
  for (const [name, command] of Object.entries(composed)) expect(scripts[name]).toBe(command);
});
