import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { RecordingReader, verifyRecording } from '../../../features/watching/recording/recording-reader.js';
import { openBrowser } from '../../browser/support/browser.js';
import { mapPicture, openGame, turnOn } from '../../browser/support/page.js';
import { secondGateway } from '../../browser/support/second-gateway.js';
import { type WatchedGame, watchedGame } from '../../browser/support/watched-game.js';

/** One game for all that can be seen in any game, at whatever turn. */
let game: WatchedGame;

beforeAll(async () => {
  game = await watchedGame();
  await game.play(30);
});

afterAll(() => game[Symbol.asyncDispose]());

/** Of a picture that has come; 0 before. */
function widthOf(picture: Locator): Promise<number> {
  return picture.evaluate((img: { naturalWidth: number }) => img.naturalWidth);
}

/** What a button makes the browser keep: its name and its file. */
async function downloaded(page: Page, button: string): Promise<{ name: string; file: string }> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: button, exact: true }).click(),
  ]);
  return { name: download.suggestedFilename(), file: await download.path() };
}

test('the list leads to a game whose map, scores and events move with it, and the browser has no complaint', async () => {
  await using browser = await openBrowser();
  const { page } = browser;
  await page.goto(game.url);
  await page.getByRole('link', { name: /first-game/ }).waitFor();
  await expect.poll(() => widthOf(page.getByRole('img', { name: 'Map of first-game' }))).toBeGreaterThan(100);
  await browser.picture('list');
  await page.getByRole('link', { name: /first-game/ }).click();
  await expect.poll(() => turnOn(page)).toBe(game.turn);
  const before = await mapPicture(page);
  const turn = await game.play(5);
  await expect.poll(() => turnOn(page)).toBe(turn);
  await expect.poll(() => mapPicture(page)).not.toBe(before);
  expect(await page.locator('table.scores tbody tr').count()).toBe(5);
  expect(await page.getByRole('button', { name: /is founded/ }).count()).toBeGreaterThan(0);
  await page.getByRole('button', { name: 'Cities', exact: true }).click();
  expect(await page.locator('[aria-labelledby=plot] .turn-chart polyline').count()).toBe(5);
  await browser.picture('game');
  expect(browser.problems).toEqual([]);
});

test('an event leads to its place and shows the details of the tile; Escape closes them', async () => {
  await using browser = await openGame(game);
  const { page } = browser;
  const founded = page.getByRole('button', { name: /is founded/ }).first();
  const name = (await founded.textContent())?.match(/(\p{Lu}.*) is founded/u)?.[1] ?? 'a city';
  await founded.click();
  const details = page.getByRole('region', { name: 'Details of the place' });
  await details.getByRole('heading', { name }).waitFor();
  expect(await details.textContent()).toMatch(
    /size \d+Builds .*(Grows|Does not grow|Starves).*food \d+ of \d+.*shields.*land/s,
  );
  await browser.picture('details');
  await details.getByRole('button', { name: 'Close the details' }).press('Escape');
  await expect.poll(() => details.count()).toBe(0);
  await page.locator('canvas.map').click();
  await details.waitFor();
  expect(browser.problems).toEqual([]);
});

test('the map is moved by keys, and by wheel and mouse', async () => {
  await using browser = await openGame(game);
  const { page } = browser;
  const map = page.locator('canvas.map');
  await map.focus();
  const moves = [
    () => map.press('+'),
    () => map.press('ArrowRight'),
    () => page.mouse.wheel(0, -400),
    () => page.getByRole('button', { name: 'Zoom out' }).click(),
    () => map.press('0'),
  ];
  await map.hover();
  for (const move of moves) {
    const before = await mapPicture(page);
    await move();
    await expect.poll(() => mapPicture(page)).not.toBe(before);
  }
  expect(browser.problems).toEqual([]);
});

test('what is shown can be kept: the view and the whole map as pictures, and the recording, which replays', async () => {
  await using browser = await openGame(game, { query: '?turn=9', turn: 9 });
  const { page } = browser;
  for (const [button, name] of [
    ['Picture of this view', 'first-game-turn-9.png'],
    ['Picture of the whole map', 'first-game-turn-9-map.png'],
  ] as const) {
    const picture = await downloaded(page, button);
    expect(picture.name).toBe(name);
    const bytes = await readFile(picture.file);
    expect(bytes.toString('latin1', 1, 4)).toBe('PNG');
    expect(bytes.readUInt32BE(16)).toBeGreaterThan(900);
    await browser.keep(name.replace('first-game-turn-9', 'kept'), bytes);
  }
  const recording = await downloaded(page, 'Recording');
  expect(recording.name).toBe('first-game.fcr');
  const reader = new RecordingReader(recording.file);
  await reader.refresh();
  expect(reader.index.turns).toContain(game.turn);
  expect((await verifyRecording(reader)).faults).toEqual([]);
  expect(browser.problems).toEqual([]);
});

test('after a restart of the gateway the page reconnects by itself', async () => {
  await using browser = await openBrowser();
  const { page } = browser;
  const first = await secondGateway(game.stack, '0');
  await page.goto(`http://127.0.0.1:${first.port}/#/game/first-game`);
  await expect.poll(() => turnOn(page)).toBe(game.turn);
  await first.close();
  await page.getByText('Connection lost').waitFor();
  const turn = await game.play(3);
  const again = await secondGateway(game.stack, String(first.port));
  await expect.poll(() => turnOn(page), { timeout: 20_000 }).toBe(turn);
  await page.getByRole('status').getByText('Live').waitFor();
  await again.close();
});

test('where watching needs a token the page asks for it, and shows game and picture as late as it must', async () => {
  await using game = await watchedGame({}, { SPECTATORS: 'token', SPECTATOR_DELAY_TURNS: '2' });
  await using browser = await openBrowser();
  const { page } = browser;
  await page.goto(`${game.url}/#/game/first-game`);
  await page.getByLabel('Watching needs a token here').fill('a wrong one');
  await page.getByRole('button', { name: 'Watch' }).click();
  await page.getByLabel('Watching needs a token here').fill(game.stack.token);
  await page.getByRole('button', { name: 'Watch' }).click();
  await page.getByText('Nothing can be shown yet').waitFor();
  const turn = await game.play(4);
  await expect.poll(() => turnOn(page)).toBe(turn - 2);
  await page.getByRole('link', { name: 'All games' }).click();
  await expect.poll(() => widthOf(page.getByRole('img', { name: 'Map of first-game' }))).toBeGreaterThan(100);
  expect(browser.problems).toEqual([]);
});

test('a game opens on the land of its agent', async () => {
  const running = game.stack.games.get('first-game');
  const world = running && (await game.stack.broadcasts.currentWorld(running));
  const owned = [...(world?.cities.values() ?? [])].filter(({ owner }) => owner === game.player);
  const columns = owned.map(({ tile }) => world?.map.position(tile).x ?? -99);
  await using browser = await openGame(game, { width: 390, height: 844 });
  const { page } = browser;
  await page.locator('canvas.map').press('Enter');
  const details = page.getByRole('region', { name: 'Details of the place' });
  const column = Number(/\d+/.exec((await details.locator('.link').textContent()) ?? ''));
  expect(Math.min(...columns.map((one) => Math.abs(one - column)))).toBeLessThan(2);
});

test('a dark system gets a dark page', async () => {
  await using browser = await openGame(game, { colorScheme: 'dark' });
  const { page } = browser;
  const ground = await page.locator('body').evaluate('getComputedStyle(document.body).backgroundColor');
  expect(ground).toBe('rgb(20, 23, 27)');
  await browser.picture('dark');
  expect(browser.problems).toEqual([]);
});

test('on a phone everything is there, and nothing is wider than the screen', async () => {
  await using browser = await openGame(game, { width: 390, height: 844 });
  const { page } = browser;
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
  await browser.picture('phone');
  // Nothing is cut: not the year, nor whose view it is.
  await page.locator('.turn').getByText('BC').waitFor();
  expect((await page.getByLabel('Seen by').boundingBox())?.width).toBeGreaterThan(100);
  await page.getByRole('heading', { name: 'Nations' }).scrollIntoViewIfNeeded();
  await page
    .getByRole('button', { name: /is founded/ })
    .first()
    .click();
  const details = page.getByRole('region', { name: 'Details of the place' });
  await details.waitFor();
  expect(await page.evaluate('scrollY')).toBeLessThan(200);
  const [minimap, box] = await Promise.all([page.locator('.minimap').boundingBox(), details.boundingBox()]);
  expect((minimap?.y ?? 0) + (minimap?.height ?? 0)).toBeLessThanOrEqual(box?.y ?? 0);
  await browser.picture('phone-details');
  expect(browser.problems).toEqual([]);
});

test.each(['ISO', 'HEX', 'ISO|HEX'])(
  'a map of topology %s is drawn, and a click finds its tile',
  async (kind) => {
    await using game = await watchedGame({ map: { xsize: 48, ysize: 34, topology: `WRAPX|${kind}` } });
    await game.play(15);
    await using browser = await openGame(game);
    const { page } = browser;
    await page
      .getByRole('button', { name: /is founded/ })
      .first()
      .click();
    const details = page.getByRole('region', { name: 'Details of the place' });
    const place = await details.locator('.link').textContent();
    await page.locator('canvas.map').press('Enter');
    await expect.poll(() => details.locator('.link').textContent()).toBe(place);
    await browser.picture(`map-${kind.replace('|', '-')}`.toLowerCase());
    expect(browser.problems).toEqual([]);
  },
);
