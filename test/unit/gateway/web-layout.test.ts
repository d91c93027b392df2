import { expect, test } from 'vitest';
import { MapGeometry } from '../../../proxy/world/map-geometry.js';
import { layoutOf } from '../../../web/map/layout.js';

const kinds = [
  ['square', []],
  ['isometric', ['TF_ISO']],
  ['hexagonal', ['TF_HEX']],
  ['isometric hexagonal', ['TF_ISO', 'TF_HEX']],
] as const;

const cases = kinds.flatMap(([shape, flags]) =>
  [true, false].map((wraps) => ({
    shape,
    flags,
    wraps,
    map: { width: 24, height: 16, shape, wrap_x: wraps, wrap_y: false },
  })),
);

test.each(cases)('on a $shape map (round: $wraps) each tile is found where it is drawn', ({ map }) => {
  const layout = layoutOf(map);
  for (let tile = 0; tile < map.width * map.height; tile += 1) {
    const { x, y } = layout.middle(tile);
    expect(layout.tileAt({ x: x + layout.innerRadius / 4, y: y - layout.innerRadius / 4 })).toBe(tile);
    expect(x).toBeLessThanOrEqual(layout.width);
    expect(y).toBeLessThanOrEqual(layout.height);
  }
  expect(layout.tileAt({ x: 0, y: -500 })).toBeUndefined();
});

test.each(cases)(
  'on a $shape map (round: $wraps) tiles lie beside those the game says',
  ({ map, flags, wraps }) => {
    const layout = layoutOf(map);
    const geometry = new MapGeometry(24, 16, new Set([...flags, ...(wraps ? (['TF_WRAPX'] as const) : [])]));
    expect(geometry.shape).toBe(map.shape);
    const ways = [...layout.acrossEdges, ...layout.acrossCorners];
    for (let tile = 0; tile < geometry.tileCount; tile += 1) {
      const { x, y } = layout.middle(tile);
      const drawn = ways.flatMap((way) => layout.tileAt({ x: x + way.x, y: y + way.y }) ?? []);
      const told = geometry.neighbours(tile).map((neighbour) => neighbour.tile);
      expect(new Set(drawn)).toEqual(new Set(told));
    }
  },
);
