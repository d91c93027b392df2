import { expect, test } from 'vitest';
import { openBrowser } from '../../browser/support/browser.js';
import { openGame, turnOn } from '../../browser/support/page.js';
import { watchedGame } from '../../browser/support/watched-game.js';
import { token } from '../../support/services/settings.js';

test('the watch key in the address of the page opens what agents do, and does not stay in the address', async () => {
  await using game = await watchedGame(
    {},
    { LLM_API_TOKENS: `${token}=*/*/play+manage,the-watch-key=*/*/watch`, SPECTATORS: 'public' },
  );
  await using plain = await openGame(game);
  await using keyed = await openBrowser();
  await keyed.page.goto(`${game.url}/#/game/first-game?key=the-watch-key`);
  await keyed.page.locator('details.agent').first().waitFor();
  expect(await turnOn(keyed.page)).toBe(game.turn);
  expect(keyed.page.url()).toBe(`${game.url}/#/game/first-game`);
  expect(await plain.page.locator('details.agent').count()).toBe(0);
});
