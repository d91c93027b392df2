import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { TopoFlag } from '../../../proxy/freeciv/generated/packets.js';
import {
  adjacentTiles,
  cardinalTiles,
  stepsFrom,
  tilesWithin,
} from '../../../proxy/rules/lookup/adjacency.js';
import { MapGeometry } from '../../../proxy/world/map-geometry.js';

const flags: readonly TopoFlag[] = ['TF_WRAPX', 'TF_WRAPY', 'TF_ISO', 'TF_HEX'];
const maps = fc
  .record({
    xsize: fc.integer({ min: 8, max: 20 }),
    half: fc.integer({ min: 4, max: 10 }),
    flags: fc.subarray([...flags]),
  })
  .map(({ xsize, half, flags: chosen }) => new MapGeometry(xsize, half * 2, new Set(chosen)));
const places = maps.chain((map) => fc.tuple(fc.constant(map), fc.nat(map.tileCount - 1)));

test('a step can be taken back', () => {
  fc.assert(
    fc.property(places, ([map, tile]) => {
      for (const step of stepsFrom(map, tile)) {
        expect(stepsFrom(map, step.tile).some((back) => back.tile === tile)).toBe(true);
      }
    }),
  );
});

test('a radius holds all tiles within it and no others', () => {
  fc.assert(
    fc.property(places, fc.integer({ min: 0, max: 10 }), ([map, tile], radiusSq) => {
      const all = Array.from({ length: map.tileCount }, (_, index) => index);
      const within = all.filter((other) => map.squaredDistance(tile, other) <= radiusSq);
      expect(tilesWithin(map, tile, radiusSq).toSorted((a, b) => a - b)).toEqual(within);
    }),
  );
});

test('straight neighbours are among the neighbours, all of them on hexagonal maps', () => {
  fc.assert(
    fc.property(places, ([map, tile]) => {
      const adjacent = adjacentTiles(map, tile);
      const straight = cardinalTiles(map, tile);
      expect(straight.every((other) => adjacent.includes(other))).toBe(true);
      if (map.topology.has('TF_HEX')) expect(straight).toEqual(adjacent);
    }),
  );
});
