/**
 * What one frame of the map costs on 128x80 tiles with 1,000 units and 100 cities while somebody moves it, zooms, and the
 * game goes on: processor time of the page's script and of what draws its canvases, in Chromium without a GPU. Beside it
 * in the same run the control: the same map by one who draws everything in sight anew.
 */
import { openBrowser } from '../../test/browser/support/browser.js';
import { openMapPage } from '../../test/support/map-page.js';
import { quantile } from '../../test/support/quantile.js';
import { figure } from './support/figures.js';
import { amount } from './support/form.js';
import { traceFrames } from './support/trace-frames.js';

const WORLD = [128, 80, 1000] as const;
const FRAMES = amount(120, 10);
/** Milliseconds that a frame may take, 60 of them in a second. */
const FRAME = 1000 / 60;

/** What is done before each frame; places are on the screen of 1366x820. */
const motions = {
  'moved, the whole world in sight': 'pan',
  'moved, close by': 'near',
  'zoomed in and out': 'zoom',
  'game goes on': 'update',
} as const;

type Motion = (typeof motions)[keyof typeof motions];

await using browser = await openBrowser();
const { page } = browser;
await openMapPage(page);
console.log(
  `128x80 tiles, 1,000 units, 100 cities, 1366x820 pixels; ms of processor time a frame, ${FRAMES} frames`,
);
for (const [name, motion] of Object.entries(motions).slice(0, amount(4, 1))) {
  const [page, anew] = [await measure('page', motion), await measure('anew', motion)];
  console.log(`${name}: p50 ${page.p50} p95 ${page.p95}   everything anew: p50 ${anew.p50} p95 ${anew.p95}`);
  figure(`frame ${name}, p50`, page.p50, 'ms', { name: 'everything anew', value: anew.p50 });
  if (page.p95 > FRAME) console.log(`  p95 is above ${FRAME.toFixed(1)} ms`);
}

async function measure(kind: 'page' | 'anew', motion: Motion): Promise<{ p50: number; p95: number }> {
  await page.evaluate(`mapPage.show('${kind}', ${WORLD.join()})`);
  await page.evaluate(`new Promise((done) => setTimeout(done, ${amount(1500, 100)}))`);
  const costs = await traceFrames(page, () => page.evaluate(playing(motion)));
  const at = (share: number) => Number(quantile(costs, share).toFixed(1));
  return { p50: at(0.5), p95: at(0.95) };
}

/** Runs in the page: one motion for each frame. */
function playing(motion: Motion): string {
  return `new Promise((done) => {
    const map = document.querySelector('#map');
    const pointer = (type, x) => map.dispatchEvent(new PointerEvent(type, { clientX: x, clientY: 400 + x / 9, pointerId: 1, buttons: 1, isPrimary: true }));
    const wheel = (deltaY) => map.dispatchEvent(new WheelEvent('wheel', { deltaY, clientX: 700, clientY: 400, cancelable: true }));
    map.setPointerCapture = () => {};
    if ('${motion}' === 'near') wheel(-900);
    let frame = 0;
    const step = () => {
      frame += 1;
      if ('${motion}' === 'zoom') wheel(Math.sin(frame / 12) > 0 ? -60 : 60);
      else if ('${motion}' === 'update') mapPage.move(200);
      else {
        if (frame % 60 === 1) pointer('pointerdown', 200);
        pointer('pointermove', 200 + (frame % 60) * 9);
        if (frame % 60 === 0) pointer('pointerup', 200);
      }
      if (frame < ${FRAMES}) requestAnimationFrame(step);
      else done();
    };
    requestAnimationFrame(step);
  })`;
}
