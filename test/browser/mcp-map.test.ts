import { afterAll, beforeAll, expect, test } from 'vitest';
import { type SeatMap, seatMap } from '../../features/mcp/server/map-data.js';
import { fullView } from '../../proxy/views/full.js';
import { AppHost } from '../support/mcp/app-host.js';
import { worldAtTurn } from '../support/recorded-world.js';
import { findings } from './support/accessibility.js';
import { openBrowser, type TestBrowser } from './support/browser.js';

const READS = { serverResources: {} };

let browser: TestBrowser;
let host: AppHost;
let map: SeatMap;
let later: SeatMap;

beforeAll(async () => {
  browser = await openBrowser({ width: 800, height: 620 });
  host = await AppHost.open(browser.page);
  const read = seatMap({ ...fullView(worldAtTurn(30)) });
  if (!read.ok) throw new Error(read.failure.message);
  map = read.value;
  later = { ...map, turn: 31 };
});

afterAll(() => browser[Symbol.asyncDispose]());

const resultOf = (shown: SeatMap | undefined) => ({
  content: [{ type: 'text', text: 'Map, x 2 to 16' }],
  ...(shown !== undefined && { _meta: { 'freeciv/map': shown } }),
});

const title = () => host.frame.locator('#title').textContent();
const words = () => host.frame.locator('#words').textContent();

/** How many colours are on the canvas, and which one the page has. */
function colours(): Promise<{ drawn: number; background: string }> {
  return host.frame.locator('canvas').evaluate(`(() => {
    const canvas = document.querySelector('canvas');
    const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
    const { backgroundColor: background } = getComputedStyle(document.body);
    return { drawn: new Set(new Uint32Array(data.buffer)).size, background };
  })()`);
}

test('the app greets its host, draws the map of the result, and says how large it is', async () => {
  await host.show({ capabilities: READS, context: { theme: 'light' }, result: resultOf(map) });
  await expect
    .poll(title)
    .toBe(`Turn 30 · ${map.year} · ${map.players.find(({ id }) => id === map.me)?.nation}`);
  await expect
    .poll(async () => (await host.said()).map(({ method }) => method))
    .toContain('ui/notifications/size-changed');
  const said = await host.said();
  expect(said.slice(0, 2)).toMatchObject([
    {
      ...{ jsonrpc: '2.0', method: 'ui/initialize' },
      params: { appInfo: { name: 'freeciv-map' }, appCapabilities: {}, protocolVersion: '2026-01-26' },
    },
    { method: 'ui/notifications/initialized' },
  ]);
  const size = said.findLast(({ method }) => method === 'ui/notifications/size-changed');
  expect(size?.params).toMatchObject({ width: expect.any(Number), height: expect.any(Number) });
  expect((await colours()).drawn).toBeGreaterThan(10);
  await browser.picture('mcp-app-light');
  expect(await findings(browser.page, 'iframe')).toEqual([]);
  expect(browser.problems).toEqual([]);
});

test('arrow keys go from tile to tile and say what is there; keys bring the map nearer', async () => {
  await host.show({ capabilities: READS, result: resultOf(map) });
  const own = map.cities.find(({ owner }) => owner === map.me);
  await expect.poll(words).toContain(`${own?.x},${own?.y}: `);
  expect(await words()).toContain(`${own?.name}, size ${own?.size}, ours`);
  await host.frame.locator('#box').focus();
  await browser.page.keyboard.press('ArrowRight');
  await expect.poll(words).toMatch(new RegExp(`^${(own?.x ?? 0) + 1},${own?.y}: `));
  for (let step = 0; step < 5; step++) await browser.page.keyboard.press('+');
  await browser.picture('mcp-app-near');
  await browser.page.keyboard.press('Home');
  await expect.poll(words).toContain(`${own?.name}, size`);
  const tabs = [];
  for (let step = 0; step < 5; step++) {
    tabs.push(await host.frame.locator(':focus').getAttribute('id'));
    await browser.page.keyboard.press('Shift+Tab');
  }
  expect(tabs).toEqual(['box', 'refresh', 'home', 'farther', 'nearer']);
});

test('the app takes the dark theme and the colours of its host', async () => {
  await host.show({ capabilities: READS, context: { theme: 'light' }, result: resultOf(map) });
  await expect.poll(async () => (await colours()).background).toBe('rgb(255, 255, 255)');
  await host.send({ method: 'ui/notifications/host-context-changed', params: { theme: 'dark' } });
  await expect.poll(async () => (await colours()).background).toBe('rgb(27, 29, 34)');
  await browser.picture('mcp-app-dark');
  expect(await findings(browser.page, 'iframe')).toEqual([]);
  const variables = { '--color-background-primary': 'rgb(1, 2, 3)', background: 'red' };
  await host.send({ method: 'ui/notifications/host-context-changed', params: { styles: { variables } } });
  await expect.poll(async () => (await colours()).background).toBe('rgb(1, 2, 3)');
});

test.each([
  ['resources', READS, { method: 'resources/read', params: { uri: 'freeciv://map.json' } }],
  ['tools', { serverTools: {} }, { method: 'tools/call', params: { name: 'map', arguments: {} } }],
])('a host that lets the app use %s has its map refreshed', async (_, capabilities, asked) => {
  await host.setNewer(later);
  await host.show({ capabilities, result: resultOf(map) });
  await expect.poll(title).toContain('Turn 30');
  await host.frame.locator('#refresh').click();
  await expect.poll(title).toContain('Turn 31');
  expect((await host.said()).filter(({ id }) => id !== undefined)).toContainEqual(
    expect.objectContaining(asked),
  );
});

test('without the map the app shows the text of the result, and asks its host for the map', async () => {
  await host.setNewer(later);
  await host.show({ capabilities: {}, result: resultOf(undefined) });
  await expect.poll(() => host.frame.locator('#text').textContent()).toBe('Map, x 2 to 16');
  expect(await host.frame.locator('#refresh').isVisible()).toBe(false);
  await host.show({ capabilities: READS, result: resultOf(undefined) });
  await expect.poll(title).toContain('Turn 31');
  expect(await host.frame.locator('#text').isVisible()).toBe(false);
});

const calls = async () => (await host.said()).filter(({ method }) => method === 'tools/call').length;

test('a map that the tool refuses is asked for once, and the text of the first result stays', async () => {
  const called = { content: [{ type: 'text', text: 'E144: paused' }], isError: true };
  await host.show({ capabilities: { serverTools: {} }, result: resultOf(undefined), called });
  await expect.poll(words).toBe('The map could not be read: E144: paused');
  // The answer to this comes after all that follows from the refusal.
  for (const id of ['one', 'two', 'three']) {
    await host.send({ id, method: 'ping' });
    await expect.poll(() => host.said()).toContainEqual({ jsonrpc: '2.0', id, result: {} });
  }
  expect(await calls()).toBe(1);
  expect(await host.frame.locator('#text').textContent()).toBe('Map, x 2 to 16');
});

test('the app has one request for the map open at a time', async () => {
  await host.show({ capabilities: { serverTools: {} }, result: resultOf(map), called: 'silent' });
  await expect.poll(title).toContain('Turn 30');
  for (let click = 0; click < 3; click++) await host.frame.locator('#refresh').click();
  await host.send({ id: 'after', method: 'ping' });
  await expect.poll(() => host.said()).toContainEqual({ jsonrpc: '2.0', id: 'after', result: {} });
  expect(await calls()).toBe(1);
});

test('a host that refuses the app is told of in a sentence', async () => {
  await host.show({ refused: ['ui/initialize'] });
  await expect.poll(words).toBe('The host does not serve this page: Not here');
  expect(await host.frame.locator('#words').isVisible()).toBe(true);
});

test('the app answers its host, and nothing that another frame says', async () => {
  await host.show({ capabilities: READS, result: resultOf(map) });
  await expect.poll(title).toContain('Turn 30');
  await host.send({ id: 'end', method: 'ui/resource-teardown', params: { reason: 'over' } });
  await host.send({ id: 'what', method: 'tools/list', params: {} });
  await expect.poll(() => host.said()).toContainEqual({ jsonrpc: '2.0', id: 'end', result: {} });
  await expect
    .poll(() => host.said())
    .toContainEqual(
      expect.objectContaining({ id: 'what', error: expect.objectContaining({ code: -32_601 }) }),
    );
  const forged = { jsonrpc: '2.0', method: 'ui/notifications/tool-result', params: resultOf(later) };
  await host.frame.locator('body').evaluate(`window.postMessage(${JSON.stringify(forged)}, '*')`);
  await host.send({ id: 'still', method: 'ping' });
  await expect.poll(() => host.said()).toContainEqual({ jsonrpc: '2.0', id: 'still', result: {} });
  expect(await title()).toContain('Turn 30');
});
