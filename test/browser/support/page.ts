import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { type BrowserOptions, openBrowser, type TestBrowser } from './browser.js';
import type { WatchedGame } from './watched-game.js';

/** The turn that the page shows. */
export async function turnOn(page: Page): Promise<number> {
  return Number(await page.getByTestId('turn').textContent());
}

export interface Opening extends BrowserOptions {
  /** Behind the address of the game: `?turn=7`. */
  readonly query?: string;
  /** The turn that is waited for. */
  readonly turn?: number;
}

/** A browser that shows the game, at its first turn if nothing else is said. */
export async function openGame(
  { url }: Pick<WatchedGame, 'url'>,
  { query = '', turn = 1, ...options }: Opening = {},
): Promise<TestBrowser> {
  const browser = await openBrowser(options);
  await browser.page.goto(`${url}/#/game/first-game${query}`);
  await expect.poll(() => turnOn(browser.page)).toBe(turn);
  return browser;
}
