import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findings } from '../../browser/support/accessibility.js';
import { openBrowser, type TestBrowser } from '../../browser/support/browser.js';
import { type Stack, startStack } from '../../support/stack.js';

let stack: Stack;
let browser: TestBrowser;
let page: Page;
const addresses: string[] = [];

beforeAll(async () => {
  stack = await startStack();
  browser = await openBrowser();
  page = browser.page;
  page.on('request', (request) => addresses.push(request.url()));
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(`${stack.httpUrl}/docs`);
  // Swagger UI is there: it could take over the links of the page.
  await page.locator('.opblock').first().waitFor();
});

afterAll(async () => {
  await browser[Symbol.asyncDispose]();
  await stack[Symbol.asyncDispose]();
});

const contents = () => page.getByRole('navigation', { name: 'Contents' });

test('the search of /docs finds a message by a field of it, and shows an example to copy', async () => {
  await browser.picture('docs');
  await page.getByLabel('Search messages').fill('include_legal_actions');
  await contents().getByRole('link', { name: 'state_query' }).click();
  const message = page.locator('#agent-state_query');
  await message.getByRole('cell', { name: 'data.include_legal_actions' }).waitFor();
  await message.getByRole('button', { name: 'Copy' }).click();
  await message.getByText('Copied').waitFor();
  const copied: unknown = JSON.parse(String(await page.evaluate('navigator.clipboard.readText()')));
  expect(copied).toMatchObject({
    type: 'state_query',
    agent_id: 'my-agent',
    data: { format: 'llm_optimized' },
  });
  await browser.picture('docs-message');
  // Swagger UI has colours of its own.
  expect(await findings(page, '#page', '.swagger')).toEqual([]);
});

test('a request that is tried on /docs is answered by the gateway, with the token that was given', async () => {
  await page.getByLabel('Search messages').fill('/api/tools');
  await contents().getByRole('link', { name: 'GET /api/tools', exact: true }).click();
  const operation = page.locator('#operations-agents-get_api_tools');
  await operation.getByRole('button', { name: 'Execute' }).click();
  await operation.getByText('Error: Unauthorized').waitFor();
  await page.getByRole('button', { name: 'Authorize' }).first().click();
  const agent = page.locator('.auth-container', { hasText: 'A token of LLM_API_TOKENS' });
  await agent.getByLabel('auth-bearer-value').fill(stack.token);
  await agent.getByRole('button', { name: 'Apply credentials' }).click();
  await agent.getByRole('button', { name: 'Close' }).click();
  await operation.getByRole('button', { name: 'Execute' }).click();
  await operation.getByText('"end_turn"').first().waitFor();
  await browser.picture('docs-request');
});

test('an address with a part opens it, and everything comes from the gateway', async () => {
  await page.goto(`${stack.httpUrl}/docs#type-GameConfig`);
  await page.reload();
  await page.locator('#type-GameConfig').getByRole('cell', { name: 'ruleset', exact: true }).waitFor();
  await page.getByRole('link', { name: 'The games of this gateway' }).click();
  await page.getByRole('heading', { name: 'FreeCiv games' }).waitFor();
  expect(
    addresses.filter((address) => !/^(data:|blob:)/.test(address) && !address.startsWith(stack.httpUrl)),
  ).toEqual([]);
  // The request without a token, and nothing else.
  expect(browser.problems).toEqual([expect.stringContaining('401 (Unauthorized)')]);
});

test('without Swagger UI the page lists the routes, and its contents lead to them', async () => {
  await page.route('**/docs/swagger-ui.*', (route) => route.abort());
  await page.goto(`${stack.httpUrl}/docs#rest-get_api_games`);
  await page.locator('#rest-get_api_games').getByText('GET /api/games', { exact: true }).waitFor();
  await page.unroute('**/docs/swagger-ui.*');
});
