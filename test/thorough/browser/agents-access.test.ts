import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findings } from '../../browser/support/accessibility.js';
import { type AloudGame, openAloudGame } from '../../browser/support/aloud-game.js';
import type { TestBrowser } from '../../browser/support/browser.js';
import { expectHarmless, HOSTILE_WORDS, MARKUP } from '../../browser/support/hostile-words.js';
import type { TwoAgents } from '../../support/two-agents.js';

let opened: AloudGame;
let game: TwoAgents;
let browser: TestBrowser;
let page: Page;

beforeAll(async () => {
  opened = await openAloudGame();
  ({ game, browser, page } = opened);
});
afterAll(() => opened[Symbol.asyncDispose]());

/** As long as the name of a tool may be. */
const LONG_NAME = 'W'.repeat(64);

/** What the page shows of the agent of that model. */
function card(model: string) {
  return page.locator('details.agent').filter({ hasText: model });
}

test('what players and models write is text to a spectator: nothing of it runs, and the layout holds', async () => {
  const [, ben] = game.agents;
  const { cities } = (await ben?.state({ format: 'full' })) ?? {};
  await ben?.act('city_rename', { city_id: cities?.[0]?.id, name: 'W'.repeat(40) });
  await ben?.act(MARKUP).catch(() => undefined);
  await ben?.act('diplomacy_message', { text: HOSTILE_WORDS });
  const blocks = (['reasoning', 'text', 'tool_result'] as const).map((kind) => ({
    kind,
    text: HOSTILE_WORDS,
  }));
  const call = { kind: 'tool_call', name: LONG_NAME, text: HOSTILE_WORDS } as const;
  await ben?.transcript([...blocks, call], { model: `${MARKUP}${HOSTILE_WORDS}`.slice(0, 100) });
  const hostile = card(MARKUP);
  await hostile.getByText(LONG_NAME, { exact: true }).waitFor();
  expect(await hostile.getByTestId('refusals').textContent()).toMatch(
    /4 unit move .*1 <img src=x onerror=ran=1>/,
  );
  await page
    .getByRole('button', { name: /is founded/ })
    .last()
    .click();
  await expectHarmless(page);
  await browser.picture('hostile-agents');
});

test('agents keep nobody out, by day, in the dark and on a phone', async () => {
  const looks = [
    ['agents', 'light', 1366, 820],
    ['agents-dark', 'dark', 1366, 820],
    ['agents-phone', 'light', 390, 844],
  ] as const;
  const found: string[] = [];
  for (const [name, colorScheme, width, height] of looks) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height });
    await page.getByRole('heading', { name: 'Who plays' }).scrollIntoViewIfNeeded();
    if (width < 800)
      await card('claude-sonnet-4').locator('summary').first().evaluate('node => node.scrollIntoView()');
    await browser.picture(name);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
    found.push(...(await findings(page, '.agents')).map((finding) => `${name}: ${finding}`));
  }
  expect(found).toEqual([]);
});
