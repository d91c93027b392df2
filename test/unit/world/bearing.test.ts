import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { TopoFlag } from '../../../proxy/freeciv/generated/packets.js';
import { MapGeometry } from '../../../proxy/world/map-geometry.js';

const square = new MapGeometry(80, 50, new Set<TopoFlag>(['TF_WRAPX']));

function bearing(map: MapGeometry, [x, y]: readonly [number, number], [toX, toY]: readonly [number, number]) {
  const direction = map.bearing(map.tileAt({ x, y }) ?? -1, map.tileAt({ x: toX, y: toY }) ?? -1);
  return direction?.replace('DIR8_', '').toLowerCase();
}

// The border between two is at 22.5 degrees: 5 tiles across to 2 down.
test.each([
  [[10, 0], 'east'],
  [[10, 4], 'east'],
  [[10, 5], 'southeast'],
  [[5, 10], 'southeast'],
  [[4, 10], 'south'],
  [[-1, 12], 'south'],
  [[-7, 1], 'west'],
  [[-7, -4], 'northwest'],
  [[1, -3], 'north'],
  [[2, -3], 'northeast'],
] as const)(
  'the bearing %s is %s, the direction with the least angle to the straight line',
  ([dx, dy], word) => {
    expect(bearing(square, [30, 25], [30 + dx, 25 + dy])).toBe(word);
  },
);

test('the bearing is the short way round the world', () => {
  expect(bearing(square, [2, 20], [77, 21])).toBe('west');
  expect(bearing(square, [77, 20], [3, 20])).toBe('east');
});

test('the bearing is undefined for the tile itself', () =>
  expect(bearing(square, [5, 5], [5, 5])).toBeUndefined());

const topologies: readonly (readonly TopoFlag[])[] = [
  ['TF_WRAPX'],
  ['TF_WRAPX', 'TF_ISO'],
  ['TF_WRAPX', 'TF_HEX'],
  ['TF_WRAPX', 'TF_ISO', 'TF_HEX'],
];

test.each(topologies)(
  'on a map of %s and %s the bearing of a walk in one direction is that direction',
  (...topology) => {
    const map = new MapGeometry(60, 60, new Set(topology));
    fc.assert(
      fc.property(
        fc.constantFrom(...map.directions),
        fc.integer({ min: 1, max: 9 }),
        fc.integer({ min: 0, max: 59 }),
        (direction, count, x) => {
          const start = map.tileAt({ x, y: 30 }) ?? -1;
          let tile: number | undefined = start;
          for (let step = 0; step < count && tile !== undefined; step += 1)
            tile = map.neighbour(tile, direction);
          expect(map.bearing(start, tile ?? -1)).toBe(direction);
        },
      ),
    );
  },
);
