import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findings } from '../../browser/support/accessibility.js';
import { openBrowser, type TestBrowser } from '../../browser/support/browser.js';
import { expectHarmless, HOSTILE_WORDS, MARKUP } from '../../browser/support/hostile-words.js';
import { makePeopleGame } from '../../browser/support/people-game.js';
import { type Stack, startStack } from '../../support/stack.js';

let stack: Stack;
let browser: TestBrowser;
let page: Page;

beforeAll(async () => {
  stack = await startStack();
  await makePeopleGame(stack);
  browser = await openBrowser();
  page = browser.page;
  await page.goto(`${stack.httpUrl}/#/play/people`);
  await page.getByLabel('Token').fill(stack.token);
  await page.getByRole('button', { name: 'Play' }).click();
  await actor().getByRole('heading', { name: 'Settlers' }).waitFor();
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

test('what another player says is text to who plays: nothing of it runs, and the layout holds', async () => {
  const other = await stack.agent('other');
  await other.connect({ api_token: stack.token, game_id: 'people', create: false });
  await other.act('diplomacy_message', { text: HOSTILE_WORDS });
  await page.locator('.news').getByText(MARKUP).waitFor();
  await verdict().getByText(MARKUP).waitFor();
  await expectHarmless(page);
  await browser.picture('hostile-seat');
});

test('the page of a seat keeps nobody out, by day, in the dark and on a phone, and fits the screen', async () => {
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
  await clickBeside(2, 0);
  await page.getByRole('region', { name: 'What to do there' }).waitFor();
  found.push(...(await findings(page)));
  await browser.picture('seat-phone-question');
  expect(found).toEqual([]);
});
