import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser } from '../../browser/support/browser.js';
import { turnOn } from '../../browser/support/page.js';
import { serveFolder } from '../../browser/support/static-server.js';
import { runArena } from '../../support/arena-command.js';
import { startStack } from '../../support/stack.js';

const TURNS = 6;

/** What an arena has written. */
let out = '';

beforeAll(async () => {
  out = await mkdtemp(join(tmpdir(), 'freeciv-tournament-'));
  await using stack = await startStack();
  const plan = ['--players', 'builder,ai:easy', '--seeds', '1', '--turns', String(TURNS), '--games', '2'];
  expect(await runArena(stack, [...plan, '--out', out])).toMatchObject({ code: 0 });
});

afterAll(() => rm(out, { recursive: true, force: true }));

test('the first match is shown until another one is chosen, which the address keeps', async () => {
  await using server = await serveFolder(out);
  await using browser = await openBrowser();
  const { page } = browser;
  const shown = () => page.getByRole('button', { pressed: true }).locator('.name').innerText();
  await page.goto(`${server.url}/index.html`);
  expect(await shown()).toBe('s1-1');
  await page.getByRole('button', { name: 's1-2' }).click();
  await expect.poll(shown).toBe('s1-2');
  expect(page.url()).toMatch(/#match=s1-2$/);
  await page.reload();
  expect(await shown()).toBe('s1-2');
  await page.goBack();
  await expect.poll(shown).toBe('s1-1');
  expect(browser.problems).toEqual([]);
});

test('a link of the tournament shows a turn of a recording without a gateway, and it is played to its end', async () => {
  await using server = await serveFolder(out);
  await using browser = await openBrowser();
  const { page } = browser;
  await page.goto(`${server.url}/index.html`);
  await page.getByRole('link', { name: '4', exact: true }).click();
  await expect.poll(() => turnOn(page)).toBe(4);
  expect(page.url()).toContain('/replay.html#/game/s1-1?turn=4');
  await page.getByRole('slider', { name: 'Turn' }).fill('2');
  await expect.poll(() => turnOn(page)).toBe(2);
  await page.getByLabel('Speed').selectOption('20');
  await page.getByRole('button', { name: 'Play' }).click();
  await page.getByRole('status').getByText('Game over').waitFor();
  expect(await turnOn(page)).toBe(TURNS + 1);
  // Nothing is offered that needs a gateway.
  expect(await page.getByRole('link', { name: 'Play' }).count()).toBe(0);
  expect(await page.getByText('Connect an agent').count()).toBe(0);
  await page.getByRole('link', { name: 'All games' }).click();
  await page.getByRole('heading', { name: 'Tournament' }).waitFor();
  expect(browser.problems).toEqual([]);
});

test('the report leads to the same turns, and a recording that is missing is said to be', async () => {
  await using server = await serveFolder(out);
  await using browser = await openBrowser();
  const { page } = browser;
  await page.goto(`${server.url}/report.html`);
  await page.getByRole('link', { name: '5', exact: true }).first().click();
  await expect.poll(() => turnOn(page)).toBe(5);
  expect(browser.problems).toEqual([]);
  await page.goto(`${server.url}/replay.html#/game/nothing?turn=5`);
  await page.reload();
  await page.getByRole('status').getByText('There is no recording at recordings/nothing.fcr.').waitFor();
});
