import { afterAll, beforeAll, expect, test } from 'vitest';
import { openMapPage } from '../support/map-page.js';
import { openBrowser, type TestBrowser } from './support/browser.js';

/** Counts what the page draws, and whether it asks for frames. */
const COUNTING = `(() => {
  window.counted = { frames: 0, images: 0, fills: 0, texts: 0 };
  const count = (holder, name, as) => {
    const real = holder[name];
    holder[name] = function (...all) { window.counted[as] += 1; return real.apply(this, all); };
  };
  for (const { prototype } of [CanvasRenderingContext2D, OffscreenCanvasRenderingContext2D]) {
    count(prototype, 'drawImage', 'images');
    count(prototype, 'fill', 'fills');
    count(prototype, 'fillText', 'texts');
  }
  window.frame = window.requestAnimationFrame.bind(window);
  count(window, 'requestAnimationFrame', 'frames');
})()`;

interface Counted {
  readonly frames: number;
  readonly images: number;
  readonly fills: number;
  readonly texts: number;
}

let browser: TestBrowser;

beforeAll(async () => {
  browser = await openBrowser();
  await browser.page.goto('about:blank');
  await openMapPage(browser.page);
  await browser.page.evaluate(COUNTING);
  await browser.page.evaluate(`mapPage.show('page', 128, 80, 1000)`);
  // Land is drawn bit by bit as it comes into sight; after that the page is calm.
  while ((await counted('frames(20)')).frames > 0);
});

afterAll(() => browser[Symbol.asyncDispose]());

/** What is drawn while that goes on in the page; `frames(n)` lets so many go by. */
function counted(doing: string): Promise<Counted> {
  return browser.page.evaluate(`(async () => {
    const frames = async (count) => {
      for (let i = 0; i < count; i += 1) await new Promise((done) => window.frame(done));
    };
    const map = document.querySelector('#map');
    map.setPointerCapture = () => {};
    const pointer = (type, x) =>
      map.dispatchEvent(new PointerEvent(type, { clientX: x, clientY: 400, pointerId: 1, buttons: 1 }));
    for (const name in window.counted) window.counted[name] = 0;
    await ${doing};
    return window.counted;
  })()`);
}

test('no frame is drawn while nothing changes', async () => {
  expect(await counted('frames(30)')).toEqual({ frames: 0, images: 0, fills: 0, texts: 0 });
});

test('a moved map of 128x80 tiles and 1,000 units is copied from pictures, with nothing drawn anew', async () => {
  const moved = await counted(`(async () => {
    pointer('pointerdown', 300);
    for (let x = 300; x < 500; x += 20) { pointer('pointermove', x); await frames(1); }
    pointer('pointerup', 500);
    await frames(3);
  })()`);
  expect(moved.frames).toBeGreaterThan(5);
  expect(moved).toMatchObject({ fills: 0, texts: 0 });
  // 1,000 units with badges, 100 cities, the land in its pieces, and the minimap.
  expect(moved.images / moved.frames).toBeLessThan(1_500);
});

test('a unit that moves makes one frame and no tile drawn anew', async () => {
  const moved = await counted(`(mapPage.move(1), frames(5))`);
  expect(moved).toMatchObject({ frames: 1, texts: 0 });
  expect(moved.fills).toBeLessThan(5);
});
