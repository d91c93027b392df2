import { expect, test } from 'vitest';
import { mapGeometryOf } from '../../../proxy/world/map-geometry.js';

test('maps of one size and topology are one object', () => {
  const map = mapGeometryOf(40, 30, new Set(['TF_WRAPX', 'TF_ISO']));
  expect(mapGeometryOf(40, 30, new Set(['TF_ISO', 'TF_WRAPX']))).toBe(map);
  expect(mapGeometryOf(40, 30, new Set(['TF_ISO']))).not.toBe(map);
  expect(mapGeometryOf(30, 40, new Set(['TF_WRAPX', 'TF_ISO']))).not.toBe(map);
  expect([map.xsize, map.ysize, map.shape]).toEqual([40, 30, 'isometric']);
});
