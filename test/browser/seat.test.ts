import type { Page, WebSocketRoute } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Stack, startStack } from '../support/stack.js';
import { openBrowser, type TestBrowser } from './support/browser.js';
import { turnOn } from './support/page.js';
import { makePeopleGame } from './support/people-game.js';

let stack: Stack;
let browser: TestBrowser;
let page: Page;
/** The agent's sockets of the page, to be cut. */
const sockets: WebSocketRoute[] = [];
const addresses: string[] = [];

beforeAll(async () => {
  stack = await startStack();
  await makePeopleGame(stack);
  browser = await openBrowser();
  page = browser.page;
  page.on('request', (request) => addresses.push(request.url()));
  page.on('websocket', (socket) => addresses.push(socket.url()));
  await page.routeWebSocket(/\/ws\/agent\//, (socket) => {
    socket.connectToServer();
    sockets.push(socket);
    addresses.push(socket.url());
  });
});

afterAll(async () => {
  await browser[Symbol.asyncDispose]();
  await stack[Symbol.asyncDispose]();
});

const verdict = () => page.getByTestId('verdict');
const actor = () => page.getByTestId('actor');

/** Clicks so many tiles to the right and below the middle of the map, where the chosen unit stands. */
async function clickBeside(right: number, down: number): Promise<void> {
  const box = await page.locator('canvas.map').boundingBox();
  if (box === null) throw new Error('there is no map');
  await page.mouse.click(box.x + box.width / 2 + right * 40, box.y + box.height / 2 + down * 40);
}

/** Clicks on the tile to which the button of that step points. */
async function clickStep(way: string): Promise<void> {
  const digit = Number(/way-(\d)/.exec(way)?.[1]);
  await clickBeside(((digit - 1) % 3) - 1, 1 - Math.floor((digit - 1) / 3));
}

test('an unknown token is refused with a sentence, and asked for again', async () => {
  await page.goto(`${stack.httpUrl}/#/play/people`);
  await page.getByLabel('Token').fill('a wrong one');
  await page.getByRole('button', { name: 'Play' }).click();
  await page.getByRole('alert').getByText('Invalid API token').waitFor();
});

test('a new game whose token is refused keeps what was entered, and is made with the right one', async () => {
  await page.goto(`${stack.httpUrl}/#/play`);
  await page.getByRole('heading', { name: 'A new game' }).waitFor();
  const entered = { Game: 'mine', Players: '2', 'Seconds for a turn': '77', 'Leader, as you like': 'Ann' };
  for (const [label, text] of Object.entries(entered))
    await page.getByLabel(label, { exact: false }).fill(text);
  await page.getByLabel('The others play').selectOption('hard');
  await page.getByLabel('Token').fill('a wrong one');
  await page.getByRole('button', { name: 'Play' }).click();
  await page.getByRole('alert').getByText('Invalid API token').waitFor();
  await page.getByRole('heading', { name: 'A new game' }).waitFor();
  for (const [label, text] of Object.entries(entered))
    expect([label, await page.getByLabel(label, { exact: false }).inputValue()]).toEqual([label, text]);
  expect(await page.getByLabel('The others play').inputValue()).toBe('hard');
  await page.getByLabel('Token').fill(stack.token);
  await page.getByRole('button', { name: 'Play' }).click();
  await page.getByRole('timer').waitFor();
  expect(stack.games.get('mine')?.config).toMatchObject({
    players: 2,
    ai_skill: 'hard',
    turn_time_limit: 77,
  });
  await page.goto(`${stack.httpUrl}/#/play/people`);
});

test('a person founds a city, changes what it builds, moves a unit on the map and ends the turn', async () => {
  await page.getByLabel('Token').fill(stack.token);
  await page.getByRole('button', { name: 'Play' }).click();
  await expect.poll(() => turnOn(page)).toBe(1);
  await actor().getByRole('heading', { name: 'Settlers' }).waitFor();
  await browser.picture('seat');
  await actor().getByRole('button', { name: 'Found a city here' }).click();
  await verdict().getByText('done. You have founded').waitFor();
  await actor().getByRole('button', { name: 'Build Settlers' }).click();
  await expect.poll(() => page.getByTestId('production').textContent()).toBe('settlers');
  await browser.picture('seat-city');
  await page.getByRole('list', { name: 'Units' }).getByRole('button', { name: 'Explorer' }).click();
  await actor().getByRole('heading', { name: 'Explorer' }).waitFor();
  const steps = page.getByRole('group', { name: 'Move' }).getByRole('button');
  await clickStep((await steps.first().getAttribute('class')) ?? '');
  await verdict()
    .getByText(/^Explorer \d+: move .*: done/)
    .waitFor();
  await page.getByRole('list', { name: 'Units' }).getByRole('button', { name: 'Workers' }).first().click();
  await actor().getByRole('heading', { name: 'Workers' }).waitFor();
  await clickBeside(2, 0);
  const question = page.getByRole('region', { name: 'What to do there' });
  await browser.picture('seat-question');
  const sign = page.getByText('⏎').filter({ visible: true });
  expect(await sign.locator('..').allTextContents()).toEqual([
    expect.stringMatching(/^Send Workers \d+ there⏎$/),
  ]);
  // Nobody has been there.
  await clickBeside(8, 0);
  await expect.poll(() => question.count()).toBe(0);
  expect(await sign.locator('..').allTextContents()).toEqual(['End turn⏎']);
  await clickBeside(2, 0);
  await question.getByRole('button', { name: /^Send Workers \d+ there$/ }).click();
  await verdict()
    .getByText(/^Workers \d+: go there: done/)
    .waitFor();
  expect(await question.count()).toBe(0);
  await page.keyboard.press('Enter');
  await expect.poll(() => turnOn(page)).toBe(2);
  expect(browser.problems).toEqual([]);
});

test('the seat shows its own knowledge only, and what a program would get of it', async () => {
  await page.getByText('What an agent sees').click();
  await expect
    .poll(() => page.getByLabel('State as an agent gets it').inputValue())
    .toContain('"legal_actions"');
  await page.getByText('What an agent sees').click();
  const text = (await page.getByRole('complementary', { name: 'Your nation' }).textContent()) ?? '';
  expect(text).toContain('Zulu');
  expect(text).toMatch(/Gold5\d/);
});

test('what is pressed while the connection is lost is done once it is there again, in the same session', async () => {
  const before = await page.evaluate("JSON.parse(sessionStorage.getItem('seat')).sessionId");
  await page.keyboard.press('n');
  const name = /^\D+/.exec((await actor().getByRole('heading').textContent()) ?? '')?.[0] ?? '';
  // It may be over before the click is done.
  const loss = page.getByText('trying again').waitFor();
  await sockets.at(-1)?.close({ code: 4009, reason: 'cut by the test' });
  await actor().getByRole('button', { name: 'Sentry' }).click();
  await loss;
  await verdict().getByText(`${name.trim()} `).getByText('sentry: done').waitFor();
  await page.getByText('Playing').waitFor();
  expect(await page.evaluate("JSON.parse(sessionStorage.getItem('seat')).sessionId")).toBe(before);
  const done = page.locator('.news li').filter({ hasText: 'sentry: done' });
  expect(await done.count()).toBe(1);
});

test('after a reload the seat continues, and no URL ever had the token', async () => {
  await page.reload();
  await expect.poll(() => turnOn(page)).toBe(2);
  await page.getByText('Playing').waitFor();
  expect(sockets.length).toBeGreaterThan(2);
  expect(addresses.some((address) => address.includes('/ws/agent/human'))).toBe(true);
  expect(addresses.filter((address) => address.includes(stack.token))).toEqual([]);
  expect(page.url()).not.toContain(stack.token);
});
