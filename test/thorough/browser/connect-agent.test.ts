import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { findPython } from '../../../tools/steps/test-requirements.mjs';
import { findings } from '../../browser/support/accessibility.js';
import { openBrowser, type TestBrowser } from '../../browser/support/browser.js';
import { makeSmallGame } from '../../support/mcp-client.js';
import { repository } from '../../support/npm-start.js';
import { type Stack, startStack } from '../../support/stack.js';

const run = promisify(execFile);

let stack: Stack;
let browser: TestBrowser;
let page: Page;
const addresses: string[] = [];

beforeAll(async () => {
  stack = await startStack();
  await makeSmallGame(stack, 'open-game', 3, 1);
  browser = await openBrowser();
  page = browser.page;
  page.on('request', (request) => addresses.push(request.url()));
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(stack.httpUrl);
  await page.getByText('Connect an agent').click();
  await page.getByLabel('Token').fill(stack.token);
}, 60_000);

afterAll(async () => {
  await browser[Symbol.asyncDispose]();
  await stack[Symbol.asyncDispose]();
});

const shownLines = () => page.getByLabel('Lines to paste').inputValue();

/** What the page copies for a client, as that agent of the game. */
async function copied(client: string, agentId: string, gameId = 'open-game'): Promise<string> {
  await page.getByLabel('Client').selectOption(client);
  await page.getByLabel('Agent id').fill(agentId);
  await page.getByLabel('Game').fill(gameId);
  await page.getByRole('button', { name: 'Copy' }).click();
  await page.getByRole('status').getByText('Copied').waitFor();
  return await page.evaluate('navigator.clipboard.readText()');
}

/** Calls the tool `brief` of an MCP server, with these headers. */
async function briefOf(url: string, headers: Record<string, string>): Promise<unknown> {
  const client = new Client({ name: 'a-test', version: '1.0.0' });
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }));
  const { structuredContent } = await client.callTool({ name: 'brief', arguments: {} });
  await client.close();
  return structuredContent;
}

/** A file that is removed with its folder, inside the package, so that its own name can be imported. */
async function scratchFile(name: string, text: string) {
  await mkdir(join(repository, 'build'), { recursive: true });
  const folder = await mkdtemp(join(repository, 'build/pasted-'));
  const path = join(folder, name);
  await writeFile(path, text);
  return { path, [Symbol.asyncDispose]: () => rm(folder, { recursive: true }) };
}

test('the token is shown only when that is asked for, and is in no address', async () => {
  expect(await shownLines()).toContain('Bearer TOKEN');
  expect(await page.content()).not.toContain(stack.token);
  await page.getByRole('button', { name: 'Show the token' }).click();
  expect(await shownLines()).toContain(`Bearer ${stack.token}`);
  await browser.picture('connect-list');
  await page.getByRole('button', { name: 'Show the token' }).click();
  expect(await shownLines()).not.toContain(stack.token);
  expect(addresses.filter((address) => address.includes(stack.token))).toEqual([]);
  expect(page.url()).not.toContain(stack.token);
  const stored = await page.evaluate('JSON.stringify({ ...localStorage, ...sessionStorage })');
  expect(stored).not.toContain(stack.token);
});

test('where the page has no clipboard, as without https, the lines are selected to be copied by hand', async () => {
  const other = await page.context().newPage();
  await other.addInitScript("Object.defineProperty(navigator, 'clipboard', { value: undefined })");
  await other.goto(stack.httpUrl);
  await other.getByText('Connect an agent').click();
  await other.getByLabel('Token').fill(stack.token);
  await other.getByRole('button', { name: 'Copy' }).click();
  await other.getByRole('status').getByText('Selected').waitFor();
  await expect.poll(() => other.evaluate('getSelection().toString()')).toContain(`Bearer ${stack.token}`);
  await other.close();
});

test('the line for Claude Code names server and token as one word each', async () => {
  const line = await copied('Claude Code', 'claude');
  const shell = `claude() { for word in "$@"; do printf '%s\\n' "$word"; done; }; ${line}`;
  const { stdout } = await run('sh', ['-c', shell]);
  const [mcp, add, transport, http, name, url = '', flag, header = ''] = stdout.trimEnd().split('\n');
  expect([mcp, add, transport, http, name, flag]).toEqual([
    ...['mcp', 'add', '--transport', 'http', 'freeciv', '--header'],
  ]);
  const [key = '', value = ''] = header.split(': ');
  expect(await briefOf(url, { [key]: value })).toMatchObject({ turn: 1 });
  expect(stack.games.get('open-game')?.seat('claude')).toBeDefined();
});

test('the files for VS Code and Cursor name a server that answers', async () => {
  const { servers } = JSON.parse(await copied('VS Code (MCP)', 'claude'));
  expect(servers.freeciv.type).toBe('http');
  expect(await briefOf(servers.freeciv.url, servers.freeciv.headers)).toMatchObject({ turn: 1 });
  const { mcpServers } = JSON.parse(await copied('Cursor (MCP)', 'claude'));
  expect(await briefOf(mcpServers.freeciv.url, mcpServers.freeciv.headers)).toMatchObject({ turn: 1 });
});

test('the messages for a WebSocket log in, ask for the state and end the turn', async () => {
  const lines = await copied('WebSocket', 'claude');
  const place = (await page.getByText(/^At ws:/).textContent()) ?? '';
  const socket = new WebSocket(/ws:\S+(?=,)/.exec(place)?.[0] ?? '');
  const types: string[] = [];
  socket.on('message', (bytes) => types.push(JSON.parse(String(bytes)).type));
  socket.on('open', () => {
    for (const line of lines.split('\n')) socket.send(line);
  });
  await expect.poll(() => types).toContain('action_result');
  expect(types).not.toContain('error');
  socket.close();
});

test('the lines for Python and TypeScript play as they stand', async () => {
  await Promise.all([makeSmallGame(stack, 'in-python'), makeSmallGame(stack, 'in-typescript')]);
  await using script = await scratchFile('pasted.py', await copied('Python', 'red', 'in-python'));
  const python = (await findPython()) ?? 'python3';
  const env = { ...process.env, PYTHONPATH: join(repository, 'agent/python'), PYTHONDONTWRITEBYTECODE: '1' };
  await using module = await scratchFile('pasted.mts', await copied('TypeScript', 'red', 'in-typescript'));
  const tsx = join(repository, 'node_modules/tsx/dist/cli.mjs');
  const outputs = await Promise.all([
    run(python, [script.path], { env }),
    run(process.execPath, [tsx, module.path]),
  ]);
  for (const { stdout } of outputs) expect(stdout).toMatch(/explore/i);
  for (const gameId of ['in-python', 'in-typescript'])
    expect(stack.games.get(gameId)?.seat('red')?.world.game?.turn).toBeGreaterThanOrEqual(3);
});

test('the lines on the page of a game are for it, and keep nobody out by keyboard, by night or on a phone', async () => {
  await page.goto(`${stack.httpUrl}/#/game/open-game`);
  await page.getByText('Connect an agent').focus();
  await page.keyboard.press('Enter');
  await page.getByLabel('Lines to paste').waitFor();
  expect(await shownLines()).toContain('game_id=open-game');
  expect(await page.getByLabel('Game', { exact: true }).count()).toBe(0);
  await page.keyboard.press('Tab');
  await page.keyboard.press('P');
  expect(await shownLines()).toContain('from freeciv_gateway import');
  const found = [...(await findings(page))];
  await page.emulateMedia({ colorScheme: 'dark' });
  found.push(...(await findings(page)));
  await page.getByText('Connect an agent').scrollIntoViewIfNeeded();
  await browser.picture('connect-dark');
  await page.emulateMedia({ colorScheme: 'light' });
  await browser.picture('connect');
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
  found.push(...(await findings(page)));
  await browser.picture('connect-phone');
  expect(found).toEqual([]);
  expect(browser.problems).toEqual([]);
});
