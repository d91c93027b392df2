import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { mapWindowSchema } from '#shared/protocol/state/map-window.js';
import { mapWindow } from '../../../features/map-window/map-window.js';
import { EXTRAS_LETTERS, TERRAIN_LETTERS } from '../../../features/map-window/tile-symbols.js';
import { mapWindowText } from '../../../features/texts/map-text.js';
import { hasBit } from '../../../proxy/freeciv/value-codecs.js';
import { displayName } from '../../../proxy/rules/lookup/names.js';
import { type CountTokens, tokenCounter } from '../../../proxy/views/packing/pack-state.js';
import type { City } from '../../../proxy/world/city.js';
import { MapGeometry } from '../../../proxy/world/map-geometry.js';
import { commit, markChanged, type World } from '../../../proxy/world/world.js';
import { expectToFit } from '../../support/fits.js';
import { runs } from '../../support/property-runs.js';
import { type Recording, worldAtTurn } from '../../support/recorded-world.js';
import { type ReadTile, readWindow } from './read-map-window.js';

const recordings: readonly Recording[] = ['classic-6-ai-100-turns', 'classic-8-ai-150-turns'];
const turns = [1, 40, 100] as const;
const worlds = new Map<string, World>();

/** A recorded world in which a part of the tiles is in fog and a part is unknown. */
function darkened(turn: number, recording: Recording): World {
  const key = `${recording} ${turn}`;
  const kept = worlds.get(key);
  if (kept !== undefined) return kept;
  const world = worldAtTurn(turn, recording);
  for (const tile of [...world.tiles.values()]) {
    const { x, y } = world.map.position(tile.tile);
    const part = (Math.floor(x / 7) + Math.floor(y / 5)) % 4;
    if (part > 1) continue;
    const known = part === 0 ? 'TILE_UNKNOWN' : 'TILE_KNOWN_UNSEEN';
    world.tiles.set(tile.tile, { ...tile, known }, markChanged(world));
  }
  commit(world);
  worlds.set(key, world);
  return world;
}

/** What the world knows of a tile, in the words of the map; read from the packets' own fields. */
function told(world: World, index: number, city: City | undefined): ReadTile {
  const tile = world.tiles.get(index);
  const place = world.map.position(index);
  const isKnown = tile !== undefined && tile.known !== 'TILE_UNKNOWN';
  const owner = isKnown ? world.players.get(tile.owner) : undefined;
  const nation = world.ruleset.nations.get(owner?.nation ?? -1);
  const ownerWord =
    owner?.playerno === world.seat.player ? 'ours' : displayName(nation?.adjective ?? 'foreign');
  const border = {
    owner: owner === undefined ? undefined : ownerWord,
    fog: isKnown && tile.known === 'TILE_KNOWN_UNSEEN',
  };
  if (city !== undefined) return { ...place, sign: city.owner === world.seat.player ? '#' : '@', ...border };
  if (!isKnown) return { ...place, sign: '?', ...border };
  const extras = [...world.ruleset.extras.values()].filter(
    ({ id, causes }) => !causes.has('EC_RESOURCE') && hasBit(tile.extras, id),
  );
  return {
    ...place,
    terrain: displayName(world.ruleset.terrains.get(tile.terrain)?.name ?? '').toLowerCase(),
    extras: extras.map(({ name }) => displayName(name).toLowerCase()).sort(),
    resource: world.ruleset.resources.has(tile.resource),
    ...border,
  };
}

/** How far two coordinates are apart, over the edge where the map wraps. */
function apart(a: number, b: number, size: number, wraps: boolean): number {
  const way = Math.abs(a - b);
  return wraps ? Math.min(way, size - way) : way;
}

const shapes = fc.constantFrom(
  ['TF_WRAPX'] as const,
  ['TF_WRAPX', 'TF_WRAPY'] as const,
  [] as const,
  ['TF_WRAPX', 'TF_ISO', 'TF_HEX'] as const,
);

const asked = fc.record({
  turn: fc.constantFrom(...turns),
  recording: fc.constantFrom(...recordings),
  player: fc.integer({ min: 0, max: 5 }),
  share: fc.record({ x: fc.integer({ min: 0, max: 999 }), y: fc.integer({ min: 0, max: 999 }) }),
  radius: fc.oneof({ weight: 4, arbitrary: fc.integer({ min: 1, max: 10 }) }, fc.constantFrom(26, 40)),
  shape: shapes,
});

let count: CountTokens;

beforeAll(async () => {
  count = await tokenCounter();
});

describe('map window', () => {
  it('a map window says of every tile within its radius what the world knows, and of no other', () => {
    fc.assert(
      fc.property(asked, ({ turn, recording, player, share, radius, shape }) => {
        const recorded = darkened(turn, recording);
        const { xsize, ysize } = recorded.map;
        const map = new MapGeometry(xsize, ysize, new Set(shape));
        const world = { ...recorded, map, seat: { ...recorded.seat, player } };
        const centre = { x: Math.floor((share.x * xsize) / 1000), y: Math.floor((share.y * ysize) / 1000) };
        const view = mapWindow(world, { centre, radius, wholeLists: true });
        expectToFit(mapWindowSchema, view);
        const tiles = readWindow(view);
        const [wrapX, wrapY] = [map.topology.has('TF_WRAPX'), map.topology.has('TF_WRAPY')];
        const within = Array.from({ length: xsize * ysize }, (_, index) => index).filter((index) => {
          const { x, y } = map.position(index);
          return apart(x, centre.x, xsize, wrapX) <= radius && apart(y, centre.y, ysize, wrapY) <= radius;
        });
        // With the whole of an even ring every column is there once.
        expect(tiles).toHaveLength(new Set(tiles.map(({ x, y }) => `${x},${y}`)).size);
        expect(tiles.length).toBeLessThanOrEqual(within.length);
        const byPlace = new Map(tiles.map((tile) => [`${tile.x},${tile.y}`, tile]));
        const cities = new Map([...world.cities.values()].map((city) => [city.tile, city]));
        const wrong = within.filter((index) => {
          const { x, y } = map.position(index);
          // Edges of which nothing is known are left out.
          const unknown = { x, y, sign: '?', owner: undefined, fog: false };
          const shown = byPlace.get(`${x},${y}`) ?? unknown;
          return !isDeepStrictEqual(shown, told(world, index, cities.get(index)));
        });
        expect(wrong.map((index) => map.position(index))).toEqual([]);
        const standing = new Set([...world.units.values()].map(({ tile }) => tile));
        const isBare = ({ x, y, sign }: ReadTile) =>
          sign === '?' && !standing.has(map.tileAt({ x, y }) ?? -1);
        const isDark = tiles.every(isBare);
        const [xs, ys] = [tiles.map(({ x }) => x), tiles.map(({ y }) => y)];
        const edges = [
          ...[xs[0], xs.at(-1)].map((edge) => tiles.filter(({ x }) => x === edge)),
          ...[ys[0], ys.at(-1)].map((edge) => tiles.filter(({ y }) => y === edge)),
        ];
        for (const edge of edges) expect(isDark || !edge.every(isBare)).toBe(true);
        expect(isDark || tiles.length === within.length).toBe(!view.window.includes('is unknown'));
        const inside = new Set(within);
        const places = (kind: Iterable<{ readonly tile: number }>) =>
          new Set(
            [...kind].flatMap(({ tile }) =>
              inside.has(tile) ? [`${tile % xsize},${Math.floor(tile / xsize)}`] : [],
            ),
          );
        const firstWords = (lines: readonly string[]) => new Set(lines.map((line) => line.split(' ')[0]));
        expect(firstWords(view.cities)).toEqual(places(world.cities.values()));
        expect(firstWords(view.units)).toEqual(places(world.units.values()));
        const resources = view.resources.flatMap((line) => line.match(/\d+,\d+/gu) ?? []);
        expect(resources.every((place) => byPlace.has(place))).toBe(true);
      }),
      { numRuns: runs(40) },
    );
  });

  it('a map window takes one token for each tile, three for the number of a column and a small header', () => {
    for (const recording of recordings) {
      for (const turn of turns) {
        const world = darkened(turn, recording);
        for (const city of [...world.cities.values()].slice(0, 12)) {
          const view = mapWindow(world, { centre: world.map.position(city.tile) });
          for (const row of view.rows) {
            const tiles = (row.split(' | ')[0] ?? '').replace(/^\d+/u, '');
            const symbols = tiles.trim().split(' ');
            const numbered = symbols.filter((symbol) => symbol.includes(':')).length;
            expect(count(tiles.replaceAll(/\d+:/gu, '')), row).toBe(symbols.length);
            expect(count(tiles), row).toBeLessThanOrEqual(symbols.length + 3 * numbered);
          }
          const tiles = readWindow(view).length;
          const { cities: _cities, units: _units, resources: _resources, ...map } = view;
          expect(count(JSON.stringify(map)), view.window).toBeLessThanOrEqual(tiles + 15 * 31 + 200);
          const { resources, ...rest } = { ...view, cities: [], units: [] };
          expect(count(mapWindowText({ ...rest, resources: [] }))).toBeLessThanOrEqual(tiles + 15 * 31 + 200);
          expect(resources.length).toBeLessThan(tiles);
        }
      }
    }
  });

  it('a map window has symbols that are one token each, for every terrain with everything on it', () => {
    const pairs = TERRAIN_LETTERS.flatMap((first) =>
      ['', ...EXTRAS_LETTERS].map((second) => ` ${first}${second}`),
    );
    const long = [...pairs, ...pairs.map((pair) => pair.toUpperCase()), ' #', ' @', ' ?'].filter(
      (symbol) => count(symbol) !== 1,
    );
    expect(long).toEqual([]);
  });
});
