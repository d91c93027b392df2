import { afterAll, beforeAll, expect, test } from 'vitest';
import { findings } from '../../browser/support/accessibility.js';
import { openBrowser, type TestBrowser } from '../../browser/support/browser.js';
import { StockClient } from '../../integration/gateway/support/stock-client.js';
import { freePort } from '../../support/free-port.js';
import { makeSmallGame } from '../../support/mcp-client.js';
import { type Stack, startStack } from '../../support/stack.js';

let stack: Stack;
let browser: TestBrowser;
let playPort: number;

beforeAll(async () => {
  playPort = await freePort();
  stack = await startStack({ PLAY_PORT: String(playPort) });
  await makeSmallGame(stack, 'evening', 3, 1);
  browser = await openBrowser();
  await browser.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
}, 60_000);

afterAll(async () => {
  await browser[Symbol.asyncDispose]();
  await stack[Symbol.asyncDispose]();
});

test('who manages a game invites a person on its page, copies what to send, and withdraws it', async () => {
  const { page } = browser;
  await page.goto(`${stack.httpUrl}/#/game/evening`);
  const panel = page.locator('details', { has: page.getByText('Invite a person', { exact: true }) });
  await panel.getByText('Invite a person').click();
  await panel.getByLabel('Manage token').fill(stack.token);
  await panel.getByLabel('Name of the person').fill('Anna');
  await panel.getByText('Nobody is invited.').waitFor();
  await panel.getByRole('button', { name: 'Invite' }).click();
  const sent = panel.getByLabel('What to send');
  await sent.waitFor();
  expect(await sent.inputValue()).toContain(`-s 127.0.0.1 -p ${playPort} -n Anna`);
  await panel.getByRole('button', { name: 'Copy the token' }).click();
  await panel.getByRole('status').getByText('Copied').waitFor();
  const token = String(await page.evaluate('navigator.clipboard.readText()'));
  expect(token).toMatch(/^[0-9a-f]{48}$/);
  // It is on the screen only when that is asked for.
  expect(await sent.inputValue()).not.toContain(token);
  await panel.getByRole('button', { name: 'Show the token' }).click();
  expect(await sent.inputValue()).toContain(`Password: ${token}`);
  await panel.getByRole('button', { name: 'Copy all' }).click();
  await expect.poll(() => page.evaluate('navigator.clipboard.readText()')).toContain(`Port: ${playPort}`);
  const row = panel.getByRole('list', { name: 'Invitations' }).getByRole('listitem');
  await row.filter({ hasText: 'Anna' }).getByText('not connected').waitFor();
  await panel.scrollIntoViewIfNeeded();
  await browser.picture('invite');
  await row.getByRole('button', { name: /^Withdraw/ }).click();
  await row.getByRole('button', { name: 'Yes, withdraw' }).click();
  await panel.getByText('Nobody is invited.').waitFor();
  expect(await sent.count()).toBe(0);
  await using client = await StockClient.asked(playPort);
  expect(await client.enter(token)).toMatchObject({
    fields: { message: expect.stringContaining('withdrawn') },
  });
  expect(page.url()).not.toContain(token);
});

test('a token that may not manage is told so, and the panel keeps nobody out by night or on a phone', async () => {
  const { page } = browser;
  await page.reload();
  const panel = page.locator('details', { has: page.getByText('Invite a person', { exact: true }) });
  await panel.getByText('Invite a person').focus();
  await page.keyboard.press('Enter');
  await panel.getByLabel('Manage token').fill('a wrong one');
  await page.keyboard.press('Tab');
  await panel.getByRole('status').getByText('Wrong token').waitFor();
  expect(await panel.getByRole('button', { name: 'Invite' }).isDisabled()).toBe(true);
  await panel.getByLabel('Manage token').fill(stack.token);
  await page.keyboard.press('Tab');
  await panel.getByText('Nobody is invited.').waitFor();
  await panel.getByRole('button', { name: 'Invite' }).click();
  await panel.getByLabel('What to send').waitFor();
  const found = [...(await findings(page))];
  await page.emulateMedia({ colorScheme: 'dark' });
  found.push(...(await findings(page)));
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
  found.push(...(await findings(page)));
  await panel.scrollIntoViewIfNeeded();
  await browser.picture('invite-phone');
  expect(found).toEqual([]);
});
