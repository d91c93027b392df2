import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { USAGE as bridgePage, readOptions as readBridgeOptions } from '../../../agent/mcp/options.js';
import { USAGE as environmentPage } from '../../../agent/openenv/options.js';
import { USAGE as playerPage, readOptions } from '../../../agent/player/options.js';
import { run } from '../../../tools/steps/run.mjs';
import { readText } from '../architecture/source-files.js';

const MAX_COLUMNS = 80;
const sections = [
  'NAME',
  'SYNOPSIS',
  'DESCRIPTION',
  'OPTIONS',
  'ENVIRONMENT',
  'EXIT STATUS',
  'EXAMPLES',
] as const;

/** What a program prints when it is asked for help. */
async function printedBy(program: string, ...node: readonly string[]): Promise<string> {
  const file = fileURLToPath(new URL(`../../../${program}`, import.meta.url));
  return (await run(process.execPath, [...node, file, '--help'])).output;
}

const serverPage = await printedBy('tools/serve.mjs');

const pages: readonly (readonly [command: string, page: string])[] = [
  ['freeciv-llm-gateway', serverPage],
  ['freeciv-llm-gateway-mcp', bridgePage],
  ['freeciv-llm-gateway-openenv', environmentPage],
  ['freeciv-llm-gateway-play', playerPage],
];

/** Those of a checkout of the project. */
const scripts: readonly (readonly [command: string, page: string])[] = [
  ['npm run arena', await printedBy('lab/arena/main.ts', '--conditions=source', '--import', 'tsx')],
  ['npm run doctor', await printedBy('tools/doctor.mjs')],
  ['npm run games', await printedBy('tools/games.mjs')],
];
const all = [...pages, ...scripts];

/** The lines of a section, without its heading. */
function linesOf(page: string, section: (typeof sections)[number]): readonly string[] {
  const [, body = ''] = new RegExp(`^${section}\\n((?: .*\\n|\\n)*)`, 'm').exec(page) ?? [];
  return body.split('\n').filter((line) => line !== '');
}

test('each command of the package has a page of help', () => {
  const { bin } = z
    .looseObject({ bin: z.record(z.string(), z.string()) })
    .parse(JSON.parse(readText('package.json')));
  expect(pages.map(([command]) => command)).toEqual(Object.keys(bin));
});

test.each(all)('the help of %s has the sections of a manual page in their order', (command, page) => {
  expect(page.match(/^\S.*$/gm)).toEqual(sections);
  for (const section of sections) expect(linesOf(page, section), section).not.toEqual([]);
  expect(linesOf(page, 'NAME')[0]).toMatch(new RegExp(`^ {2}${command} - `));
  expect(linesOf(page, 'EXAMPLES').join('\n')).toContain(command);
  expect(page.split('\n').filter((line) => line.length > MAX_COLUMNS)).toEqual([]);
});

test.each(all)('each variable in the help of %s is in docs/configuration.md', (_, page) => {
  const documented = readText('docs/configuration.md');
  const variables = page.match(/\b[A-Z]+(?:_[A-Z]+)+\b/g) ?? [];
  expect(variables).not.toEqual([]);
  expect(variables.filter((name) => !documented.includes(`\`${name}\``))).toEqual([]);
});

test('the MCP bridge reads the command line before the environment, and an empty variable counts as unset', () => {
  const environment = { LLM_API_TOKEN: 'a token', FREECIV_AGENT_ID: 'red', FREECIV_GAME_ID: '' };
  const read = (...args: readonly string[]) => readBridgeOptions(args, environment);
  const place = { gateway: 'ws://127.0.0.1:8003', token: 'a token', gameId: 'default' };
  expect(read()).toMatchObject({ value: { ...place, agentId: 'red' } });
  expect(read('--agent', 'blue', '--gateway', 'https://civ.example')).toMatchObject({
    value: { ...place, agentId: 'blue', gateway: 'wss://civ.example' },
  });
  expect(read('--help')).toMatchObject({ failure: bridgePage });
  expect(read('--colour', 'red')).toMatchObject({ failure: expect.stringMatching(/--colour/) });
  expect(readBridgeOptions([], {})).toMatchObject({
    failure: expect.stringMatching(/^LLM_API_TOKEN is not/),
  });
});

test('the help of the player lists the options that the player takes', () => {
  const listed = linesOf(playerPage, 'OPTIONS').flatMap((line) => /^ {2}--([a-z-]+)/.exec(line)?.[1] ?? []);
  for (const name of listed) {
    const read = readOptions([`--${name}`]);
    expect(read.ok ? '' : read.failure, name).not.toContain('Unknown option');
  }
  expect(new Set(listed).size).toBe(listed.length);
  expect(listed.length).toBeGreaterThan(20);
});
