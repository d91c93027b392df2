import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Seat } from '../../../proxy/games/seats/seat.js';
import { findings } from '../../browser/support/accessibility.js';
import { openBrowser } from '../../browser/support/browser.js';
import { type Actor, Stage } from '../../support/stage.js';
import { agree } from '../../support/treaty.js';

let stage: Stage;

beforeAll(async () => {
  stage = await Stage.of(['alice', 'bob'], {}, { SPECTATORS: 'open' });
  const [alice, bob] = stage.pair();
  await stage.meet();
  await alice.does('diplomacy_message', {
    target: bob.player,
    text: 'Peace for a hundred years, on my word.',
  });
  await bob.does('diplomacy_message', { target: alice.player, text: 'On my word, and my grandchildren’s.' });
  await pact(alice, bob, 'CLAUSE_CEASEFIRE');
  await stage.nextTurn();
  await pact(alice, bob, 'CLAUSE_PEACE');
  await stage.nextTurn();
  await bob.does('cancel_pact', { target: { id: alice.player } });
  await pact(bob, alice, 'CLAUSE_ALLIANCE');
});
afterAll(() => stage[Symbol.asyncDispose]());

async function pact(one: Actor, other: Actor, type: Parameters<typeof agree>[2]): Promise<void> {
  const [giver, taker]: [Seat, Seat] = [one.seat, other.seat];
  await agree(giver, taker, type);
}

test.each([
  ['day', { height: 1500 }],
  ['night', { height: 1500, colorScheme: 'dark' }],
  ['phone', { width: 390, height: 844 }],
] as const)('the page tells who kept and who broke his word: %s', async (name, options) => {
  await using browser = await openBrowser(options);
  const { page } = browser;
  await page.goto(`${stage.stack.httpUrl}/#/game/stage`);
  const panel = page.getByTestId('promises');
  await panel.getByText(/broken by/).waitFor();
  const [newest, broken, kept] = ['in force', 'broken by', 'kept'];
  expect(await panel.locator('details').allTextContents()).toEqual([
    expect.stringContaining(newest),
    expect.stringContaining(broken),
    expect.stringContaining(kept),
  ]);
  await panel.locator('summary').last().click();
  await panel.getByText('Peace for a hundred years, on my word.').last().waitFor();
  await page
    .getByTestId('chances')
    .getByText(/^Turn \d+: \S+ \d+ %/)
    .waitFor();
  const process = page.getByTestId('process');
  await process.getByRole('row', { name: 'Idle units' }).waitFor();
  await process.locator('summary').click();
  await process.getByText('Idle gold: mean gold that is left when it ends its turn.').waitFor();
  await process.scrollIntoViewIfNeeded();
  await browser.picture(`process-${name}`);
  await panel.scrollIntoViewIfNeeded();
  await panel.locator('summary').first().click();
  expect(await findings(page)).toEqual([]);
  await browser.picture(`promises-${name}`);
  expect(browser.problems).toEqual([]);
});

test('the view of one player tells neither of treaties nor of who wins, nor how others play', async () => {
  await using browser = await openBrowser();
  const { page } = browser;
  const [alice] = stage.pair();
  await page.goto(`${stage.stack.httpUrl}/#/game/stage?player=${alice.player}`);
  await page.getByTestId('turn').waitFor();
  await page.locator('table.scores').waitFor();
  expect(await page.getByTestId('promises').count()).toBe(0);
  expect(await page.getByTestId('chances').count()).toBe(0);
  expect(await page.getByTestId('process').count()).toBe(0);
});
