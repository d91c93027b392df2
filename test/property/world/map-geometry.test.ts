import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { TopoFlag } from '../../../proxy/freeciv/generated/packets.js';
import { MapGeometry } from '../../../proxy/world/map-geometry.js';
import { runs } from '../../support/property-runs.js';

const flags: readonly TopoFlag[] = ['TF_WRAPX', 'TF_WRAPY', 'TF_ISO', 'TF_HEX'];

/** Isometric and hexagonal maps have an even number of rows, or wrapping would turn them inside out. */
const maps = fc
  .record({
    xsize: fc.integer({ min: 5, max: 17 }),
    ysize: fc.integer({ min: 5, max: 17 }),
    topology: fc.subarray([...flags]),
  })
  .map(({ xsize, ysize, topology }) => {
    const even = topology.includes('TF_ISO') || topology.includes('TF_HEX');
    return new MapGeometry(xsize, even ? ysize + (ysize & 1) : ysize, new Set(topology));
  });

function tileOf(map: MapGeometry): fc.Arbitrary<number> {
  return fc.integer({ min: 0, max: map.tileCount - 1 });
}

/** A map and three of its tiles. */
const places = maps.chain((map) =>
  fc.record({ map: fc.constant(map), a: tileOf(map), b: tileOf(map), c: tileOf(map) }),
);

/** Steps from `start` to every tile by walking from neighbour to neighbour. */
function walked(map: MapGeometry, start: number): Map<number, number> {
  const steps = new Map([[start, 0]]);
  for (const [tile, count] of steps) {
    for (const { tile: next } of map.neighbours(tile)) if (!steps.has(next)) steps.set(next, count + 1);
  }
  return steps;
}

const opposite = {
  DIR8_NORTHWEST: 'DIR8_SOUTHEAST',
  DIR8_NORTH: 'DIR8_SOUTH',
  DIR8_NORTHEAST: 'DIR8_SOUTHWEST',
  DIR8_WEST: 'DIR8_EAST',
  DIR8_EAST: 'DIR8_WEST',
  DIR8_SOUTHWEST: 'DIR8_NORTHEAST',
  DIR8_SOUTH: 'DIR8_NORTH',
  DIR8_SOUTHEAST: 'DIR8_NORTHWEST',
} as const;

test('the steps from one tile to another lead there on a map of any shape', () => {
  fc.assert(
    fc.property(places, ({ map, a, b }) => {
      expect(map.tileAtOffset(a, map.offset(a, b))).toBe(b);
      expect(map.offset(a, a)).toEqual([0, 0]);
    }),
  );
});

test('a map of any shape has one position for each tile and one tile for each position', () => {
  fc.assert(
    fc.property(places, ({ map, a }) => {
      expect(map.tileAt(map.position(a))).toBe(a);
    }),
  );
});

test('a map of any shape wraps positions where it wraps, and has none outside where it does not', () => {
  fc.assert(
    fc.property(places, fc.integer({ min: -3, max: 3 }), ({ map, a }, rounds) => {
      const { x, y } = map.position(a);
      const wrapped = { x: map.topology.has('TF_WRAPX'), y: map.topology.has('TF_WRAPY') };
      expect(map.tileAt({ x: x + rounds * map.xsize, y })).toBe(wrapped.x || rounds === 0 ? a : undefined);
      expect(map.tileAt({ x, y: y + rounds * map.ysize })).toBe(wrapped.y || rounds === 0 ? a : undefined);
    }),
  );
});

test('tiles are neighbours both ways on a map of any shape: one step and its opposite lead back', () => {
  fc.assert(
    fc.property(places, ({ map, a }) => {
      for (const { direction, tile } of map.neighbours(a)) {
        expect(map.neighbour(tile, opposite[direction])).toBe(a);
        expect(map.directionTo(a, tile)).toBe(direction);
      }
    }),
  );
});

test('a tile has no tile twice among its neighbours, nor itself, on a map of any shape', () => {
  fc.assert(
    fc.property(places, ({ map, a }) => {
      const tiles = map.neighbours(a).map(({ tile }) => tile);
      expect(new Set(tiles).size).toBe(tiles.length);
      expect(tiles).not.toContain(a);
      const all = map.topology.has('TF_HEX') ? 6 : 8;
      if (map.topology.has('TF_WRAPX') && map.topology.has('TF_WRAPY')) expect(tiles).toHaveLength(all);
      else expect(tiles.length).toBeLessThanOrEqual(all);
    }),
  );
});

test('a map of any shape is as far from a to b as from b to a, and never nearer by way of c', () => {
  fc.assert(
    fc.property(places, ({ map, a, b, c }) => {
      expect(map.distance(a, a)).toBe(0);
      expect(map.distance(b, a)).toBe(map.distance(a, b));
      expect(map.squaredDistance(b, a)).toBe(map.squaredDistance(a, b));
      expect(map.distance(a, b)).toBeLessThanOrEqual(map.distance(a, c) + map.distance(c, b));
    }),
    { numRuns: runs(3000) },
  );
});

test('a map of any shape is as many steps wide as walking takes', () => {
  fc.assert(
    fc.property(places, ({ map, a }) => {
      for (const [tile, steps] of walked(map, a))
        expect([tile, map.distance(a, tile)]).toEqual([tile, steps]);
    }),
    { numRuns: runs(400) },
  );
});
