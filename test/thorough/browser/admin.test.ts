import { afterAll, beforeAll, expect, test } from 'vitest';
import { findings } from '../../browser/support/accessibility.js';
import { openBrowser, type TestBrowser } from '../../browser/support/browser.js';
import { RawAgentSocket } from '../../integration/gateway/support/raw-agent-socket.js';
import { upgradeStatus } from '../../integration/gateway/support/upgrade-status.js';
import { type Stack, startStack } from '../../support/stack.js';

const ADMIN_TOKEN = 'an-admin-token-of-tests';
let stack: Stack;
let browser: TestBrowser;

beforeAll(async () => {
  stack = await startStack({ ADMIN_TOKEN, LLM_API_TOKENS: 'first=*/*/play,second=*/*/play+manage' });
  browser = await openBrowser();
});

afterAll(async () => {
  await browser[Symbol.asyncDispose]();
  await stack[Symbol.asyncDispose]();
});

async function logIn(agent: string, api_token: string): Promise<RawAgentSocket> {
  const socket = await RawAgentSocket.open(Number(new URL(stack.httpUrl).port), agent);
  await socket.logIn({ api_token, game_id: 'evening', game_config: { players: 2, min_agents: 2 } });
  return socket;
}

test('the operator pauses a game, kicks, revokes and drains, each asked twice, and by keyboard alone', async () => {
  const [ann, ben] = [await logIn('ann', 'first'), await logIn('ben', 'second')];
  await ann.nextOf('turn_start');
  const { page } = browser;
  await page.goto(`${stack.httpUrl}/#/admin`);
  await page.getByLabel('The admin token (ADMIN_TOKEN)').fill('a wrong one');
  await page.getByRole('button', { name: 'Open' }).click();
  await page.getByRole('alert').getByText('Wrong token').waitFor();
  await page.getByLabel('The admin token (ADMIN_TOKEN)').fill(ADMIN_TOKEN);
  await page.getByRole('button', { name: 'Open' }).click();
  const row = (table: string, text: string) =>
    page.getByRole('table', { name: table }).getByRole('row').filter({ hasText: text });
  await row('Games', 'evening').getByText('running').waitFor();
  await row('Games', 'evening').getByText('ann (connected), ben (connected)').waitFor();
  await row('Tokens', 'play, manage').waitFor();
  expect(await findings(page)).toEqual([]);
  await browser.picture('admin');

  // Asked, and taken back: nothing has happened.
  await row('Games', 'evening')
    .getByRole('button', { name: /^Pause/ })
    .click();
  await page.getByRole('alertdialog', { name: 'Pause evening?' }).getByRole('button', { name: 'No' }).click();
  expect(await row('Games', 'evening').getByText('running').count()).toBe(1);
  // By keyboard: the focus is on the answer that changes nothing, and comes back.
  const pause = row('Games', 'evening').getByRole('button', { name: /^Pause/ });
  await pause.focus();
  await page.keyboard.press('Enter');
  expect(await findings(page)).toEqual([]);
  await page.keyboard.press('Escape');
  expect(await page.locator(':focus').textContent()).toBe('Pause');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Enter');
  await page.getByRole('status').getByText('evening is paused.').waitFor();
  await row('Games', 'evening').getByText('paused').waitFor();

  const confirm = async (table: string, text: string, name: string) => {
    await row(table, text)
      .getByRole('button', { name: new RegExp(`^${name}`) })
      .click();
    await page.getByRole('button', { name: `Yes, ${name.toLowerCase()}` }).click();
  };
  await confirm('Sessions', 'ann', 'Kick');
  expect(await ann.closed).toMatchObject({ code: 4504 });
  await confirm('Tokens', 'play, manage', 'Revoke');
  expect(await ben.closed).toMatchObject({ code: 4501 });
  await page.getByRole('button', { name: /^Drain/ }).click();
  await page.getByRole('button', { name: 'Yes, drain' }).click();
  await page.getByText('It takes no new sockets.').waitFor();
  for (const path of ['/ws/agent/cid', '/ws/spectator/evening'])
    expect(await upgradeStatus(Number(new URL(stack.httpUrl).port), path), path).toBe(503);
  await page.getByRole('button', { name: /^Open/ }).click();
  await page.getByRole('button', { name: 'Yes, open' }).click();
  await page.getByText('It takes new sockets.').waitFor();
  await confirm('Games', 'evening', 'End');
  await page.getByRole('status').getByText('evening has ended.').waitFor();
  await row('Games', 'evening')
    .getByText(/^(ended|archived)$/)
    .waitFor();
  expect(browser.problems.filter((text) => !text.includes('401'))).toEqual([]);
});
