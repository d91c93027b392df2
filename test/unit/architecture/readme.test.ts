import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { stateQueryDataSchema } from '#shared/protocol/agent-requests.js';
import { chatErrorCodes } from '#shared/protocol/chat.js';
import { closeCodes, closeMeanings, closeNames, mayReconnect } from '#shared/protocol/close-codes.js';
import { gameRequestTypes } from '#shared/protocol/game-requests.js';
import { HTTP_STATUSES } from '../../../gateway/http/failures.js';
import { configSchema } from '../../../shared/core/config.js';
import { errorCodes } from '../../../shared/core/error-codes.js';
import { readText, root } from './source-files.js';

/** The cells of a page's table rows whose first cell is a name in backticks that fits. */
function rows(page: string, name: RegExp): readonly (readonly string[])[] {
  return readText(page)
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .filter((cells) => name.test(cells[1] ?? ''))
    .map((cells) => cells.slice(1, -1));
}

/** The HTTP status of an error code; undefined for one with which no route answers. */
function statusOf(code: string): number | undefined {
  return Object.entries(HTTP_STATUSES).find(([listed]) => listed === code)?.[1];
}

/** The first code block of a language. */
function codeBlock(page: string, language: string): string {
  return new RegExp(`\`\`\`${language}\\n([^]*?)\`\`\``).exec(readText(page))?.[1] ?? '';
}

test('the configuration table lists every setting once, and no other', () => {
  const settings = rows('docs/configuration.md', /^`[A-Z][A-Z0-9_]+`$/).map(
    ([name]) => name?.replaceAll('`', '') ?? '',
  );
  expect(settings.toSorted()).toEqual(Object.keys(configSchema.shape).toSorted());
});

test('the configuration table tells the defaults that hold', () => {
  const defaults = configSchema.safeParse({}).data ?? {};
  for (const [name, , value] of rows('docs/configuration.md', /^`[A-Z][A-Z_]+`$/)) {
    const held = Object.entries(defaults).find(([key]) => key === name?.replaceAll('`', ''))?.[1];
    if (held === undefined || (Array.isArray(held) && held.length === 0)) continue;
    expect(`${name} ${value}`).toBe(`${name} \`${String(held)}\``);
  }
});

test.each([...gameRequestTypes, ...stateQueryDataSchema.shape.format.unwrap().options])(
  'the protocol page describes the request or state format %s',
  (name) => {
    expect(readText('docs/protocol.md')).toMatch(new RegExp(`\`${name}[\` ]`));
  },
);

test('the table of error codes says what the code says', () => {
  const table = rows('docs/errors.md', /^`E\d{3}`$/);
  const wanted = Object.entries(errorCodes).map(([code, { meaning, retry }]) => [
    `\`${code}\``,
    meaning,
    String(statusOf(code) ?? '–'),
    retry ? 'yes' : 'no',
  ]);
  expect(table).toEqual(wanted);
});

test('the table of close codes says what the code says', () => {
  const table = rows('docs/errors.md', /^`\d{4}`$/);
  const wanted = closeNames.map((name) => [
    `\`${closeCodes[name]}\``,
    closeMeanings[name],
    mayReconnect(closeCodes[name]) ? 'yes' : 'no',
  ]);
  expect(table).toEqual(wanted);
});

test('the table of codes of a chat says what the code says', () => {
  const table = rows('docs/errors.md', /^`[A-Z]{2,}_[A-Z_]+`$|^`[A-Z]{5,}`$/);
  const wanted = Object.entries(chatErrorCodes).map(([code, { status, meaning }]) => [
    `\`${code}\``,
    String(status),
    meaning,
  ]);
  expect(table).toEqual(wanted);
});

test('the agent in the README is the file that a test runs, and every example is listed', () => {
  expect(codeBlock('README.md', 'ts')).toBe(readText('agent/examples/small-agent.ts'));
  const examples = readdirSync(join(root, 'agent/examples')).map((file) => `agent/examples/${file}`);
  const listed = [...readText('README.md').matchAll(/^\| \[(agent\/examples\/[^\]]+)\]/gm)];
  expect(listed.map(([, path]) => path).toSorted()).toEqual(examples.toSorted());
});

test('the page on agent frameworks names each version and example, none of more than 50 lines', () => {
  const page = readText('docs/frameworks.md');
  const { dependencies } = z
    .looseObject({ dependencies: z.record(z.string(), z.string()) })
    .parse(JSON.parse(readText('agent/frameworks/package.json')));
  const named = Object.entries(dependencies).filter(([name]) => name !== 'zod');
  expect(named.filter(([name, version]) => !page.includes(`\`${name}\` ${version}`))).toEqual([]);
  const examples = readdirSync(join(root, 'agent/frameworks')).filter((file) => file.endsWith('.mjs'));
  expect(examples).toHaveLength(5);
  for (const file of examples) {
    expect(page).toContain(`](../agent/frameworks/${file})`);
    expect(readText(`agent/frameworks/${file}`).split('\n').length, file).toBeLessThanOrEqual(51);
  }
});

test('the README fits on two screens', () => {
  expect(readText('README.md').split('\n').length).toBeLessThanOrEqual(110);
});
