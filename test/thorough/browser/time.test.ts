import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { darkPart, openGame, turnOn } from '../../browser/support/page.js';
import { type WatchedGame, watchedGame } from '../../browser/support/watched-game.js';

/** One game for all tests: what was recorded of it can be looked at in each. */
let game: WatchedGame;

beforeAll(async () => {
  game = await watchedGame();
  await game.play(30);
  // Polled only within a test.
  while (!(await game.recordedTurns()).includes(game.turn));
});

afterAll(() => game[Symbol.asyncDispose]());

/** Puts the slider on a turn, as somebody does who drags it there. */
async function slideTo(page: Page, turn: number): Promise<void> {
  await page.getByRole('slider', { name: 'Turn' }).fill(String(turn));
}

test('the slider goes to turn 5 and forward, the past is played to its end, and the address says where', async () => {
  await using browser = await openGame(game);
  const { page } = browser;
  const last = game.turn;
  const founded = page.getByRole('button', { name: /is founded/ });
  const allFounded = await founded.count();
  await slideTo(page, 5);
  await expect.poll(() => turnOn(page)).toBe(5);
  expect(page.url()).toContain('?turn=5');
  await page.getByText('In the past').waitFor();
  const early = await founded.count();
  expect(early).toBeLessThan(allFounded);
  await browser.picture('past');
  await slideTo(page, 20);
  await expect.poll(() => turnOn(page)).toBe(20);
  await page.getByLabel('Speed').selectOption('20');
  await page.getByRole('button', { name: 'Play' }).click();
  await page.getByRole('status').getByText('Live').waitFor();
  await expect.poll(() => turnOn(page)).toBe(last);
  expect(page.url()).not.toContain('turn=');
  expect(await founded.count()).toBeGreaterThan(early);
  const next = await game.play(1);
  await expect.poll(() => turnOn(page)).toBe(next);
  expect(browser.problems).toEqual([]);
});

test('a link to a turn opens there; pausing stands still, and Live is the present again', async () => {
  await using browser = await openGame(game, { query: '?turn=7', turn: 7 });
  const { page } = browser;
  const last = game.turn;
  await page.getByRole('button', { name: 'Play' }).click();
  await expect.poll(() => turnOn(page)).toBeGreaterThan(8);
  await page.getByRole('button', { name: 'Pause' }).click();
  await page.getByRole('button', { name: 'Play' }).waitFor();
  const paused = await turnOn(page);
  expect(paused).toBeLessThan(last);
  await game.play(1);
  expect(await turnOn(page)).toBe(paused);
  await page.evaluate("location.hash = '#/game/first-game?turn=12'");
  await expect.poll(() => turnOn(page)).toBe(12);
  await page.getByRole('button', { name: 'Live' }).click();
  await expect.poll(() => turnOn(page)).toBe(last + 1);
  expect(browser.problems).toEqual([]);
});

test('the view of one seat has fog, live and in the past', async () => {
  await using browser = await openGame(game);
  const { page } = browser;
  expect(await darkPart(page)).toBeLessThan(0.05);
  const seenBy = page.getByLabel('Seen by');
  await seenBy.selectOption({ index: 1 });
  await expect.poll(() => darkPart(page)).toBeGreaterThan(0.3);
  expect(page.url()).toContain('player=');
  await browser.picture('fog');
  const now = await darkPart(page);
  await slideTo(page, 5);
  await expect.poll(() => turnOn(page)).toBe(5);
  await expect.poll(() => darkPart(page)).toBeGreaterThan(now);
  await seenBy.selectOption('');
  await expect.poll(() => darkPart(page)).toBeLessThan(0.05);
  expect(await turnOn(page)).toBe(5);
  expect(browser.problems).toEqual([]);
});
