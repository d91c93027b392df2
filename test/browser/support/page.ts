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

/** As much of a canvas as is needed here. */
interface Picture {
  readonly width: number;
  readonly height: number;
  getContext(kind: '2d'): {
    getImageData(x: number, y: number, width: number, height: number): { readonly data: Uint8ClampedArray };
  };
}

/** The share of a canvas that is drawn as unknown land: of the whole world, or of what the map shows. */
export function darkPart(page: Page, canvas: 'minimap' | 'map' = 'minimap'): Promise<number> {
  return page.locator(`canvas.${canvas}`).evaluate((element: Picture) => {
    const { width, height } = element;
    const pixels = element.getContext('2d').getImageData(0, 0, width, height).data;
    let dark = 0;
    for (let at = 0; at < pixels.length; at += 4)
      if (pixels[at] === 0x15 && pixels[at + 1] === 0x18 && pixels[at + 2] === 0x1d) dark += 1;
    return dark / (width * height);
  });
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
