import { expect, test } from 'vitest';
import { configSchema } from '../../../shared/core/config.js';
import { errorCodes } from '../../../shared/core/error-codes.js';
import { readText } from './source-files.js';

const readme = readText('README.md');

/** The cells of the table rows whose first cell is a name in backticks that fits. */
function rows(name: RegExp): readonly (readonly string[])[] {
  return readme
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .filter((cells) => name.test(cells[1] ?? ''))
    .map((cells) => cells.slice(1, -1));
}

/** The first code block of a language. */
function codeBlock(language: string): string {
  return new RegExp(`\`\`\`${language}\\n([^]*?)\`\`\``).exec(readme)?.[1] ?? '';
}

test('the configuration table lists every setting once, and no other', () => {
  const names = rows(/^`[A-Z][A-Z0-9_]+`$/).map(([name]) => name?.replaceAll('`', '') ?? '');
  const settings = names.filter((name) => !/^E\d{3}$/.test(name));
  expect(settings.toSorted()).toEqual(Object.keys(configSchema.shape).toSorted());
});

test('the configuration table tells the defaults that hold', () => {
  const defaults = configSchema.safeParse({}).data ?? {};
  for (const [name, , value] of rows(/^`[A-Z][A-Z_]+`$/)) {
    const held = Object.entries(defaults).find(([key]) => key === name?.replaceAll('`', ''))?.[1];
    if (held === undefined || (Array.isArray(held) && held.length === 0)) continue;
    expect(`${name} ${value}`).toBe(`${name} \`${String(held)}\``);
  }
});

test('the table of error codes says what the code says', () => {
  const table = rows(/^`E\d{3}`$/);
  const wanted = Object.entries(errorCodes).map(([code, { meaning, retry }]) => [
    `\`${code}\``,
    meaning,
    retry ? 'yes' : 'no',
  ]);
  expect(table).toEqual(wanted);
});

test('the example agents of the README are the files that the tests run', () => {
  expect(codeBlock('python')).toBe(readText('agent/examples/first_agent.py'));
  expect(codeBlock('ts')).toBe(readText('agent/examples/first-agent.ts'));
});
