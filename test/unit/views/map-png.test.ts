import { expect, it } from 'vitest';
import { fittingScale, layoutOf } from '../../../proxy/views/map/layout.js';
import { svgToPng } from '../../../proxy/views/map/map-png.js';
import { mapSvg } from '../../../proxy/views/map/map-svg.js';
import { MapGeometry } from '../../../proxy/world/map-geometry.js';
import { worldAtTurn } from '../../support/recorded-world.js';

it('the map is drawn as a PNG of the size of the SVG', async () => {
  const world = worldAtTurn(20);
  const png = await svgToPng(mapSvg(world));
  expect(png.subarray(1, 4).toString('latin1')).toBe('PNG');
  const { width, height } = layoutOf(world.map, 12);
  // The header chunk holds both as big-endian numbers.
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([Math.ceil(width), Math.ceil(height)]);
  expect(png.length).toBeGreaterThan(5_000);
});

it('no map asks for more than four million pixels, however large it and its scale are', () => {
  const small = new MapGeometry(80, 50, new Set());
  expect(fittingScale(small, 12)).toBe(12);
  const huge = new MapGeometry(512, 400, new Set());
  const { width, height } = layoutOf(huge, fittingScale(huge, 32));
  expect(width * height).toBeLessThanOrEqual(4_000_000);
});
