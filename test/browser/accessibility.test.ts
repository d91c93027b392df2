import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { type BrowserOptions, openBrowser } from './support/browser.js';
import { watchedGame } from './support/watched-game.js';

const grave = ['serious', 'critical'];

/** What axe finds that keeps people from using the page: the rule, and where it is broken. */
async function findings(page: Page): Promise<readonly string[]> {
  const { violations, passes } = await new AxeBuilder({ page }).analyze();
  expect(passes.length).toBeGreaterThan(10);
  return violations
    .filter(({ impact }) => grave.includes(impact ?? ''))
    .flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}

const looks: readonly (readonly [string, BrowserOptions])[] = [
  ['by day', { colorScheme: 'light' }],
  ['in the dark', { colorScheme: 'dark' }],
  ['on a phone', { width: 390, height: 844 }],
];

test('list, game and details keep nobody out, by day, in the dark and on a phone', async () => {
  await using game = await watchedGame();
  await game.play(8);
  const found: string[] = [];
  for (const [look, options] of looks) {
    await using browser = await openBrowser(options);
    const { page } = browser;
    await page.goto(game.url);
    await page.getByRole('link', { name: /first-game/ }).waitFor();
    found.push(...(await findings(page)).map((finding) => `${look}: ${finding}`));
    await page.getByRole('link', { name: /first-game/ }).click();
    await page.locator('table.scores tbody tr').first().waitFor();
    found.push(...(await findings(page)).map((finding) => `${look}: ${finding}`));
    await page
      .getByRole('button', { name: /is founded/ })
      .first()
      .click();
    await page.getByRole('region', { name: 'Details of the place' }).waitFor();
    found.push(...(await findings(page)).map((finding) => `${look}: ${finding}`));
  }
  expect(found).toEqual([]);
});
