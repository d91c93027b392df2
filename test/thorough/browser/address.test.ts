import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { BrowserOptions } from '../../browser/support/browser.js';
import { darkPart, mapPicture, openGame, turnOn } from '../../browser/support/page.js';
import { type WatchedGame, watchedGame } from '../../browser/support/watched-game.js';

/** One game for all tests, with a recording of each turn and of the view of one seat. */
let game: WatchedGame;
/** The player of that seat. */
let player: string;

beforeAll(async () => {
  game = await watchedGame();
  await game.play(25);
  // Polled only within a test.
  while (!(await game.recordedTurns()).includes(game.turn));
  player = String(game.player);
});

afterAll(() => game[Symbol.asyncDispose]());

const seenBy = (page: Page) => page.getByLabel('Seen by');

/** The whole world is known to who sees everything, and a few tiles of it to a seat. */
const expectFog = (page: Page) => expect.poll(() => darkPart(page)).toBeGreaterThan(0.3);
const expectNoFog = (page: Page) => expect.poll(() => darkPart(page)).toBeLessThan(0.05);

async function expectPast(page: Page): Promise<void> {
  await expect.poll(() => turnOn(page)).toBe(20);
  await expectFog(page);
  await page.getByText('In the past').waitFor();
  expect(await seenBy(page).inputValue()).toBe(player);
  expect(page.url()).toContain(`?turn=20&player=${player}`);
}

async function expectLive(page: Page): Promise<void> {
  await expect.poll(() => turnOn(page)).toBe(game.turn);
  await expectNoFog(page);
  await page.getByRole('status').getByText('Live').waitFor();
  expect(await seenBy(page).inputValue()).toBe('');
  expect(page.url()).not.toContain('?');
}

test('an address with a turn and a player shows that turn as the player saw it: live, back and forward', async () => {
  await using browser = await openGame(game);
  const { page } = browser;
  await expectLive(page);
  await page.evaluate(`location.hash = '#/game/first-game?turn=20&player=${player}'`);
  await expectPast(page);
  await browser.picture('address-past-seat');
  await page.goBack();
  await expectLive(page);
  await page.goForward();
  await expectPast(page);
  expect(browser.problems).toEqual([]);
});

test('what is asked for while the connection is being opened is what is shown', async () => {
  await using browser = await openGame(game);
  const { page } = browser;
  await expectLive(page);
  const hashes = [`?turn=5&player=${player}`, '', `?turn=20&player=${player}`];
  await page.evaluate(`(async () => {
    for (const query of ${JSON.stringify(hashes)}) {
      location.hash = '#/game/first-game' + query;
      await new Promise((resolve) => addEventListener('hashchange', resolve, { once: true }));
      await new Promise(requestAnimationFrame);
    }
  })()`);
  await expectPast(page);
  expect(browser.problems).toEqual([]);
});

const screens: readonly (readonly [string, BrowserOptions])[] = [
  ['light', {}],
  ['dark', { colorScheme: 'dark' }],
  ['phone', { width: 390, height: 844 }],
];

test.each(screens)(
  'the view of a seat opens on what it has, once: who moves the map is left alone (%s)',
  async (name, options) => {
    await using browser = await openGame(game, { query: `?player=${player}`, ...options });
    const { page } = browser;
    await expectFog(page);
    const known = 1 - (await darkPart(page));
    await expect.poll(async () => 1 - (await darkPart(page, 'map'))).toBeGreaterThan(2 * known);
    await browser.picture(`seat-view-${name}`);
    await page.getByRole('button', { name: 'Show the whole world' }).click();
    await expect.poll(() => darkPart(page, 'map')).toBeGreaterThan(0.5);
    const fitted = await mapPicture(page);
    await page.evaluate(`location.hash = '#/game/first-game?turn=1&player=${player}'`);
    await expect.poll(() => turnOn(page)).toBe(1);
    await expect.poll(() => mapPicture(page)).not.toBe(fitted);
    expect(await darkPart(page, 'map')).toBeGreaterThan(0.5);
    expect(browser.problems).toEqual([]);
  },
);
