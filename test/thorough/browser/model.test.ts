import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { AgentSeat } from '../../../agent/seat.js';
import { findings } from '../../browser/support/accessibility.js';
import { openBrowser, type TestBrowser } from '../../browser/support/browser.js';
import { usageReport } from '../../support/model-records.js';
import { nativeTurn } from '../../support/native-conversations.js';
import { type Stack, startStack } from '../../support/stack.js';

let stack: Stack;
let model: AgentSeat;
let browser: TestBrowser;
let page: Page;

beforeAll(async () => {
  stack = await startStack();
  model = new AgentSeat(stack.gatewayUrl, {
    ...{ agentId: 'model', token: stack.token, game: 'first-game' },
    login: {
      ...{ capabilities: ['chat'], model: 'claude-sonnet-4' },
      game_config: { players: 2, map: { xsize: 40, ysize: 30 } },
    },
  });
  await model.push('turn_start');
  const messages = nativeTurn('anthropic');
  await model.request('conversation_append', {
    ...{ conversation_id: 'war', title: 'The war', format: 'anthropic', messages },
  });
  browser = await openBrowser();
  page = browser.page;
  await page.goto(`${stack.httpUrl}/#/game/first-game`);
}, 60_000);

afterAll(async () => {
  await browser[Symbol.asyncDispose]();
  await model.close();
  await stack[Symbol.asyncDispose]();
});

const conversation = () => page.getByRole('list', { name: 'Conversation', exact: true });
const chat = () => page.getByRole('list', { name: 'Chat' });

test('who has the token of a seat reads what its model was told, thought and did', async () => {
  await page.getByText('Talk to a model').click();
  await page.getByLabel('Token of the seat').fill(stack.token);
  await page.getByLabel('Token of the seat').press('Tab');
  await conversation().getByText('Attack it with the catapult.').waitFor();
  const text = (await conversation().textContent()) ?? '';
  expect(text).toMatch(
    /Is told.*Write less\..*What happened.*lost to an attack.*State of the realm.*Gold 40/s,
  );
  expect(text).toMatch(/Reasons.*Enemy.*Calls options.*Calls do.*Fight.*won.*odds 73 %.*Error E130/s);
  expect(
    await conversation()
      .getByRole('row', { name: /Decide/ })
      .count(),
  ).toBe(1);
  const stored = await page.evaluate('JSON.stringify({ ...localStorage, ...sessionStorage })');
  expect(stored).not.toContain(stack.token);
});

test('what is said to the model is answered beside the map, with the tools it called and what changed', async () => {
  await page.getByLabel('Message').fill('Found the capital, please.');
  await page.getByRole('button', { name: 'Send' }).click();
  const { request_id, message } = await model.push('operator_message');
  expect(message).toBe('Found the capital, please.');
  const { offers } = await model.offers();
  const { unit_id } = offers.find(({ type }) => type === 'unit_build_city') ?? {};
  const actions = [{ action: 'unit_build_city', actor_id: unit_id }];
  const { ok } = await model.request('tool_call', { name: 'do', arguments: { actions } });
  const tool_event = { tool_name: 'do', ok, summary: 'unit_build_city' };
  await model.request('chat_answer', { request_id, kind: 'progress', tool_event, text: 'I found it ' });
  await chat().getByText('I found it').waitFor();
  await model.request('chat_answer', { request_id, kind: 'final', text: 'I found it <b>here</b>.' });
  const said = [
    { role: 'user', content: message },
    { role: 'assistant', content: 'I found it <b>here</b>.' },
  ];
  await model.request('conversation_append', {
    ...{ conversation_id: 'war', format: 'anthropic', topic: 'chat', messages: said },
  });
  await chat().getByText('Changed:').waitFor();
  expect(await chat().textContent()).toMatch(
    /✓ do unit_build_city.*I found it <b>here<\/b>\..*Changed: .*1 city/s,
  );
  await conversation().getByText('I found it <b>here</b>.').waitFor();
  expect(await conversation().textContent()).toMatch(/A person says.*Found the capital.*Answers/s);
  await chat().scrollIntoViewIfNeeded();
  await browser.picture('model-chat');
});

test('what a model took stands in its card, and a run that is not valid is flagged with its reason', async () => {
  await model.request('usage_report', usageReport({ turn: 1, calls: 7 }));
  const card = page.locator('details.agent');
  await card.getByText('cached in').waitFor();
  expect(await card.locator('.figures').textContent()).toMatch(
    /calls7.*new in900.*cached in4,000.*cost\$0\.01/,
  );
  const failed = usageReport({ turn: 1, outcome: 'agent_error', reason: 'the model server was killed' });
  await model.request('usage_report', failed);
  await card.getByText('The run is not valid. Turn 1: the model failed').waitFor();
  await card.scrollIntoViewIfNeeded();
  await browser.picture('model-usage');
});

test('a refusal is told in words; all of it keeps nobody out, by day, in the dark and on a phone', async () => {
  await page.getByText('Talk to a model').scrollIntoViewIfNeeded();
  const found = [...(await findings(page))];
  await page.emulateMedia({ colorScheme: 'dark' });
  found.push(...(await findings(page)));
  await browser.picture('model-dark');
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
  await chat().scrollIntoViewIfNeeded();
  await browser.picture('model-phone');
  found.push(...(await findings(page)));
  expect(found).toEqual([]);
  expect(browser.problems).toEqual([]);
  await model.close();
  await page.getByLabel('Message').fill('Still there?');
  await page.getByLabel('Message').press('Enter');
  await chat().getByText('AGENT_UNAVAILABLE').waitFor();
});
