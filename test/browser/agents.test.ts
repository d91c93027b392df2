import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TwoAgents } from '../support/two-agents.js';
import { type AloudGame, openAloudGame } from './support/aloud-game.js';
import type { TestBrowser } from './support/browser.js';
import { turnOn } from './support/page.js';

let opened: AloudGame;
let game: TwoAgents;
let browser: TestBrowser;
let page: Page;

beforeAll(async () => {
  opened = await openAloudGame();
  ({ game, browser, page } = opened);
});
afterAll(() => opened[Symbol.asyncDispose]());

/** What the page shows of the agent of that model. */
function card(model: string) {
  return page.locator('details.agent').filter({ hasText: model });
}

test('each agent is shown with its model, clock, tokens, and its last actions with the verdict in words', async () => {
  const claude = card('claude-sonnet-4');
  await claude.getByText(/thinking \d:\d\d left/).waitFor();
  const actions = claude.getByRole('list', { name: /^Last actions of the/ });
  await expect.poll(() => actions.getByRole('listitem').count()).toBe(4);
  expect(await actions.textContent()).toMatch(/✓ applied.*end turn.*⚠ not valid.*unit move.*E130/s);
  expect(await claude.locator('.figures').textContent()).toMatch(
    /applied8.*refused4tokens in89ktokens out1,240/,
  );
  expect(await card('gpt-5.1').locator('.figures').textContent()).toMatch(/tokens in16ktokens out680/);
  expect(await page.locator('.others li').count()).toBe(2);
  expect(await page.locator('.others').textContent()).toMatch(/AI.*AI/);
  await browser.picture('agents');
});

test('the standing plans of an agent are listed in words, until they end', async () => {
  const [ann] = game.agents;
  await ann?.act('city_plan', { cities: 'new', list: ['Warriors', 'Settlers'] });
  const plans = card('claude-sonnet-4').getByRole('list', { name: /^Plans of the/ });
  await plans.getByText('cities to come build Warriors, Settlers').waitFor();
  expect(
    await card('gpt-5.1')
      .getByRole('list', { name: /^Plans of the/ })
      .count(),
  ).toBe(0);
  await ann?.act('plan_cancel', { plan: 'all' });
  await expect.poll(() => plans.count()).toBe(0);
});

test('a run with turns that its model did not play is flagged, in the card and in the table', async () => {
  const [ann, ben] = game.agents;
  await expect.poll(() => card('gpt-5.1').locator('.share').textContent()).toBe('4 of 4 turns played');
  const waiting = page.getByTestId('waiting');
  expect(await waiting.count()).toBe(0);
  await ann?.act('end_turn');
  await waiting.getByText(/^Waits for \w+$/).waitFor();
  await ben?.act('end_turn', { parameters: { failed: 'no answer' } });
  game.turn += 1;
  await game.begun();
  await expect.poll(() => waiting.count()).toBe(0);
  const flagged = card('gpt-5.1').locator('.unplayed');
  await expect.poll(() => flagged.textContent()).toBe('⚠ 4 of 5 turns played');
  expect(await flagged.getAttribute('title')).toBe('1 failed or taken over by an AI');
  expect(await card('claude-sonnet-4').locator('.share').textContent()).toBe('5 of 5 turns played');
  const table = page.getByRole('table').first();
  await table.getByText('5/5 played').waitFor();
  await table.locator('.unplayed').getByText('4/5 played').waitFor();
  await browser.picture('unplayed');
});

test('thoughts appear as they come, folded when they are long, and never as anything but text', async () => {
  const [agent] = game.agents;
  const claude = card('claude-sonnet-4');
  const thoughts = claude.getByRole('list', { name: /^Reasoning and tool calls of the/ });
  await agent?.transcript([{ kind: 'text', text: '<img src=x onerror=alert(1)> is what I say.' }]);
  await thoughts.getByText('<img src=x onerror=alert(1)> is what I say.').waitFor();
  expect(await claude.locator('img, b, script').count()).toBe(0);
  const long = thoughts.locator('summary').first();
  const end = thoughts.getByText('look for the next place', { exact: false }).last();
  expect(await end.isVisible()).toBe(false);
  await long.focus();
  await long.press('Enter');
  await expect.poll(() => end.isVisible()).toBe(true);
});

test('an action leads to its place and its turn, and the past shows what was thought then', async () => {
  const claude = card('claude-sonnet-4');
  await claude
    .getByText(/\d+ before/)
    .first()
    .click();
  await claude.getByRole('button', { name: 'unit build city' }).first().click();
  await page.getByRole('region', { name: 'Details of the place' }).getByRole('heading').waitFor();
  await page.getByRole('slider', { name: 'Turn' }).fill('2');
  await expect.poll(() => turnOn(page)).toBe(2);
  const thoughts = claude.getByRole('list', { name: /^Reasoning and tool calls of the/ });
  await thoughts.getByText('Turn 1.', { exact: false }).first().waitFor();
  expect(await thoughts.textContent()).not.toContain('Turn 2.');
  expect(await claude.getByText('left').count()).toBe(0);
  await page.getByRole('button', { name: 'Live', exact: true }).click();
  await claude.getByText(/thinking \d:\d\d left/).waitFor();
});
