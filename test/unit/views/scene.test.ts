import { expect, it } from 'vitest';
import { asciiMap } from '../../../features/scene/ascii-map.js';
import { fittingScene, sceneText } from '../../../features/scene/scene.js';
import { tokenCounter } from '../../../proxy/views/packing/pack-state.js';
import { MapGeometry } from '../../../proxy/world/map-geometry.js';
import { commit, markChanged } from '../../../proxy/world/world.js';
import { worldAtTurn } from '../../support/recorded-world.js';

const world = worldAtTurn(50);

function mapRows(text: string): readonly string[] {
  return text.split('\n').filter((line) => /^ {0,3}\d+ /.test(line));
}

it('the scene has the turn, nation, cities, gold and research in sentences', () => {
  expect(sceneText(world)).toContain(
    'Turn 50, 1550 BCE, movement. You are Mursilis, despotism, 8 cities, 15 units, 3 gold (+0 a turn), ' +
      'tax 40 luxury 0 science 60; researching code_of_laws (35/51 bulbs, 2 turns). Score 28, rank 5 of 6 known.',
  );
});

it('the scene lists units and cities with their places', () => {
  const text = sceneText(world);
  expect(text).toContain('Nesa (9, 23) size 2, grows in 1; builds warriors (3 turns); in it: Archers.');
  expect(text).toContain('Workers 109: 1 tile west of Nerik (5, 21), on hills with wine.');
  expect(text).toContain('Austrian (war): Warriors 2 tiles northeast of Tiliura (10, 16), on hills.');
  expect(text).toContain('Russian (war) city Moskva size 3 8 tiles northwest of Puruskhanda (73, 5).');
});

it('the scene draws the map around a position, across the edge where the map wraps', () => {
  const rows = mapRows(sceneText(world, { centre: { x: 9, y: 23 }, radius: 12 }));
  expect(rows).toHaveLength(13);
  expect(rows[6]).toBe('  23 = = : : f h f h h p g f # f f p : : : : : : U : :');
  expect(sceneText(world)).toContain('     5 6 7 0 1 2 3');
});

it('the map of a scene has columns above, rows with their coordinates, and the meaning of each sign', () => {
  expect(asciiMap(world, { centre: { x: 9, y: 23 }, across: 3, down: 1 })).toBe(
    [
      'Map, x 6 to 12 from left to right (last digits above), y at the left; blank is unknown.',
      '     6 7 8 9 0 1 2',
      '  22 f f U f h m #',
      '  23 p g f # f f p',
      '  24 g : : : : : :',
      'Legend: f forest, U our units, h hills, m mountains, # our city, p plains, g grassland, : ocean.',
    ].join('\n'),
  );
});

it('the scene stops at the edges of a map that does not wrap', () => {
  const rows = mapRows(sceneText(world, { centre: { x: 9, y: 1 }, radius: 6 }));
  expect(rows.map((row) => Number(row.slice(0, 4)))).toEqual([0, 1, 2, 3, 4]);
});

it('the scene has a legend of every sign on its map', () => {
  const text = sceneText(world, { radius: 40 });
  const legend = text.slice(text.lastIndexOf('Legend: '));
  const signs = new Set(mapRows(text).flatMap((row) => [...row.slice(5).replaceAll(' ', '')]));
  for (const sign of signs) expect(legend).toContain(` ${sign} `);
});

it('the scene fits into any limit and uses most of it', async () => {
  const count = await tokenCounter();
  for (const most of [20, 60, 150, 300, 600, 900, 1_190, 1_500, 2_500]) {
    const text = fittingScene(world, {}, (shorter) => count(shorter) <= most);
    expect(count(text)).toBeLessThanOrEqual(most);
    expect(count(text)).toBeGreaterThan(Math.min(most, count(sceneText(world))) * 0.6);
    expect(text).toMatch(/^Turn 50/);
  }
  expect(fittingScene(world, {}, () => true)).toBe(sceneText(world));
});

it('the scene leaves unknown tiles blank', () => {
  const dark = worldAtTurn(50);
  for (const tile of [...dark.tiles.values()]) {
    if (tile.tile % 78 < 20) continue;
    dark.tiles.set(tile.tile, { ...tile, known: 'TILE_UNKNOWN' }, markChanged(dark));
  }
  commit(dark);
  expect(mapRows(sceneText(dark))[6]).toBe(`  23 ${' '.repeat(6)}: f h f h h p g f # f f p : : : : : : U`);
});

it('the scene shifts every other row of hexagonal and isometric maps, and says so', () => {
  const bricks = worldAtTurn(1);
  bricks.map = new MapGeometry(78, 52, new Set(['TF_WRAPX', 'TF_ISO', 'TF_HEX']));
  const text = sceneText(bricks, { centre: { x: 9, y: 23 }, radius: 2 });
  expect(text).toContain('the map is isometric hexagonal, odd rows lie half a tile to the right');
  expect(mapRows(text)[1]?.slice(4, 6)).toBe('  ');
  expect(mapRows(text)[0]?.slice(4, 6)).not.toBe('  ');
});

it('the scene stays within a few kilobytes in a long game', () => {
  expect(sceneText(worldAtTurn(100)).length).toBeLessThan(6_000);
});
