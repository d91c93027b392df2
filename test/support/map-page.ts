import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import type { Page } from 'playwright-core';

const source = fileURLToPath(new URL('./map-page/page.ts', import.meta.url));

/** Puts the page's own map on a page, without a game: see map-page/page.ts. */
export async function openMapPage(page: Page): Promise<void> {
  const { outputFiles } = await build({
    ...{ entryPoints: [source], bundle: true, write: false, format: 'iife', target: 'es2023' },
    conditions: ['source'],
  });
  const style =
    'body{margin:0}#map{width:100vw;height:100vh;display:block}#minimap{position:fixed;left:12px;bottom:12px;width:220px}';
  await page.setContent(
    `<style>${style}</style><canvas id="map" tabindex="0"></canvas><canvas id="minimap"></canvas>`,
  );
  await page.addScriptTag({ content: outputFiles[0]?.text ?? '' });
}
