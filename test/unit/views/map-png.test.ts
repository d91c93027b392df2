import { expect, it } from 'vitest';
import { layoutOf } from '../../../proxy/views/map/layout.js';
import { mapPng } from '../../../proxy/views/map/map-png.js';
import { worldAtTurn } from '../../support/recorded-world.js';

it('the map is drawn as a PNG of the size of the SVG', async () => {
  const world = worldAtTurn(20);
  const png = Buffer.from(await mapPng(world));
  expect(png.subarray(1, 4).toString('latin1')).toBe('PNG');
  const { width, height } = layoutOf(world.map, 12);
  // The header chunk holds both as big-endian numbers.
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([Math.ceil(width), Math.ceil(height)]);
  expect(png.length).toBeGreaterThan(5_000);
});
