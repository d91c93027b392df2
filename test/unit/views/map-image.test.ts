import { expect, it } from 'vitest';
import { mapSvg, svgToPng } from '../../../features/maps/map-image.js';
import { fittingScale, layoutOf } from '../../../features/maps/map-picture.js';
import { MapGeometry } from '../../../proxy/world/map-geometry.js';
import { commit, markChanged, type World } from '../../../proxy/world/world.js';
import { worldAtTurn } from '../../support/recorded-world.js';

function group(svg: string, id: string): string {
  return new RegExp(`<g id="${id}"[^>]*>(.*?)</g>`, 's').exec(svg)?.[1] ?? '';
}

/** Tiles that rectangles of a group cover. */
function covered(svg: string, id: string): number {
  return [...group(svg, id).matchAll(/ width="(\d+)"/g)].reduce(
    (sum, [, width]) => sum + Number(width) / 12,
    0,
  );
}

function seeOnly(world: World, known: number, seen: number): void {
  for (const tile of [...world.tiles.values()]) {
    if (tile.tile < seen) continue;
    const next = tile.tile < known ? 'TILE_KNOWN_UNSEEN' : 'TILE_UNKNOWN';
    world.tiles.set(tile.tile, { ...tile, known: next }, markChanged(world));
  }
  commit(world);
}

it('the picture of the map draws the terrain of every known tile and darkens what is out of sight', () => {
  const world = worldAtTurn(50);
  seeOnly(world, 1_000, 600);
  const svg = mapSvg(world);
  expect(covered(svg, 'terrain')).toBe(1_000);
  expect(covered(svg, 'fog')).toBe(400);
});

it('the picture of the map labels cities with name and size, in the colour of their owner', () => {
  const svg = mapSvg(worldAtTurn(50));
  expect(group(svg, 'cities')).toContain('>Nesa 2</text>');
  expect(group(svg, 'cities').match(/<text /g)).toHaveLength(46);
  expect(group(svg, 'units')).toContain('fill="#ff0000"');
});

it('the picture of the map escapes markup in city names', () => {
  const world = worldAtTurn(50);
  const nesa = world.cities.get(133);
  if (nesa === undefined) throw new Error('the recording has changed');
  world.cities.set(133, { ...nesa, name: '</text><script>alert("x")</script>' }, markChanged(world));
  commit(world);
  const svg = mapSvg(world);
  expect(svg).not.toContain('<script');
  expect(svg).toContain('&#60;/text&#62;&#60;script&#62;');
});

it('the picture of the map shifts every other row of hexagonal maps by half a tile', () => {
  const world = worldAtTurn(1);
  world.map = new MapGeometry(78, 52, new Set(['TF_ISO', 'TF_HEX']));
  const svg = mapSvg(world);
  expect(svg).toContain(`viewBox="0 0 ${78 * 12 + 6} ${52 * 6}"`);
  expect(group(svg, 'terrain')).toContain('<rect x="6" y="6" ');
});

it('the picture of the map stays under 200 KB for a map of 4,000 tiles in a long game', () => {
  expect(mapSvg(worldAtTurn(100)).length).toBeLessThan(200_000);
});

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
