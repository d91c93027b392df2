import type { Page, WebSocketRoute } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Stack, startStack } from '../support/stack.js';
import { findings } from './support/accessibility.js';
import { openBrowser, type TestBrowser } from './support/browser.js';
import { turnOn } from './support/page.js';

let stack: Stack;
let browser: TestBrowser;
let page: Page;
/** The agent's sockets of the page, to be cut. */
const sockets: WebSocketRoute[] = [];
const addresses: string[] = [];

beforeAll(async () => {
  stack = await startStack();
  const made = await fetch(`${stack.httpUrl}/api/games`, {
    method: 'POST',
    headers: { authorization: `Bearer ${stack.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      ...{ game_id: 'people', players: 3, map: { xsize: 48, ysize: 34 } },
      seeds: { game: 11, map: 11 },
    }),
  });
  expect(made.status).toBe(201);
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

test('a person founds a city, changes what it builds, moves a unit by clicks on the map, near and far, and ends the turn', async () => {
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

test('who plays is kept out by nothing: by day, in the dark and on a phone, where nothing is wider than the screen', async () => {
  const found = [...(await findings(page))];
  await page.emulateMedia({ colorScheme: 'dark' });
  found.push(...(await findings(page)));
  await browser.picture('seat-dark');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.keyboard.press('n');
  await actor().waitFor();
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
  found.push(...(await findings(page)));
  await browser.picture('seat-phone');
  await clickBeside(-2, -1);
  await page.getByRole('region', { name: 'What to do there' }).waitFor();
  found.push(...(await findings(page)));
  await browser.picture('seat-phone-question');
  expect(found).toEqual([]);
});
