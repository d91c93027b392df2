import { expect, test } from 'vitest';
import { findings } from '../../browser/support/accessibility.js';
import { openBrowser } from '../../browser/support/browser.js';
import { watchedGame } from '../../browser/support/watched-game.js';

const looks = [
  ['by day', 'light', 1366, 820],
  ['in the dark', 'dark', 1366, 820],
  ['on a phone', 'light', 390, 844],
] as const;

test('list, game, details and the form to play keep nobody out, by day, in the dark and on a phone', async () => {
  await using game = await watchedGame();
  await game.play(8);
  await using browser = await openBrowser();
  const { page } = browser;
  const found: string[] = [];
  const look = async (how: string) =>
    found.push(...(await findings(page)).map((finding) => `${how}: ${finding}`));
  for (const [how, colorScheme, width, height] of looks) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height });
    await page.goto(game.url);
    await page.getByRole('link', { name: /first-game/ }).waitFor();
    await look(how);
    await page.getByRole('link', { name: /first-game/ }).click();
    await page.locator('table.scores tbody tr').first().waitFor();
    await look(how);
    await page
      .getByRole('button', { name: /is founded/ })
      .first()
      .click();
    await page.getByRole('region', { name: 'Details of the place' }).waitFor();
    await look(how);
    await page.getByRole('link', { name: 'Play', exact: true }).click();
    await page.getByLabel('Token', { exact: true }).waitFor();
    await look(how);
  }
  expect(found).toEqual([]);
});
