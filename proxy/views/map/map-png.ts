import type { World } from '../../world/world.js';
import { mapSvg } from './map-svg.js';

/**
 * The map drawn as PNG, beside the event loop. Names need a font of the system; without one they are left out. The
 * renderer is resvg, a library of native code without a browser; it is loaded when the first map is drawn.
 */
export async function mapPng(world: World): Promise<Uint8Array> {
  const { renderAsync } = await import('@resvg/resvg-js');
  const image = await renderAsync(mapSvg(world), { font: { loadSystemFonts: true } });
  return image.asPng();
}
