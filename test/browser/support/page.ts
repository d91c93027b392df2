import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { type BrowserOptions, openBrowser, type TestBrowser } from './browser.js';
import type { WatchedGame } from './watched-game.js';

/** The turn that the page shows. */
export async function turnOn(page: Page): Promise<number> {
  return Number(await page.getByTestId('turn').textContent());
}

/** What is drawn on the map now, to tell two pictures apart. */
export function mapPicture(page: Page): Promise<string> {
  return page.locator('canvas.map').evaluate((canvas: { toDataURL(): string }) => canvas.toDataURL());
}

export interface Opening extends BrowserOptions {
  /** Behind the address of the game: `?turn=7`. */
  readonly query?: string;
  /** The turn that is waited for; the game's own if nothing else is said. */
  readonly turn?: number;
}

/** A browser of its own that shows a game. */
export async function openGame(
  game: Pick<WatchedGame, 'url' | 'turn'>,
  { query = '', turn = game.turn, ...options }: Opening = {},
): Promise<TestBrowser> {
  const browser = await openBrowser(options);
  await browser.page.goto(`${game.url}/#/game/first-game${query}`);
  await expect.poll(() => turnOn(browser.page)).toBe(turn);
  return browser;
}
