import { stepsFrom } from '../../../proxy/rules/lookup/adjacency.js';
import { rulesetIndex } from '../../../proxy/rules/lookup/ruleset-index.js';
import { hasExtra, knownTile, terrainOf } from '../../../proxy/rules/lookup/tiles.js';
import type { World } from '../../../proxy/world/world.js';
import type { Site } from './settling.js';

/** Tiles of a site whose yields are told: what its first citizens work. */
const MAX_TILES = 2;

/** What speaks for a site: yields of the centre, water, yields of the first tiles, citizens in 30 turns: `centre 2/1/2 river; tiles 3/0/2 2/1/1; size 4`. */
export function siteWords(world: World, { tile, city }: Site): string {
  const { centre, worked, size } = city;
  const place = [centre.join('/'), ...waters(world, tile)].join(' ');
  const tiles = worked.slice(0, MAX_TILES).map(({ yields }) => yields.join('/'));
  return `centre ${place}; tiles ${tiles.join(' ')}; size ${size}`;
}

/** Food, shields and trade of the centre of a site as rows of cities tell them, and its water: `f2 s1 t2 river`. */
export function centreWords(world: World, { tile, city: { centre } }: Site): string {
  const [food, shields, trade] = centre;
  return [`f${food} s${shields} t${trade}`, ...waters(world, tile)].join(' ');
}

function waters(world: World, index: number): readonly string[] {
  const tile = knownTile(world, index);
  const { roads } = rulesetIndex(world.ruleset);
  const isOnRiver =
    tile !== undefined && [...roads].some(([id, { flags }]) => flags.has('RF_RIVER') && hasExtra(tile, id));
  const isOnCoast = stepsFrom(world.map, index).some(
    (step) => terrainOf(world, step.tile)?.tclass === 'TC_OCEAN',
  );
  return [...(isOnRiver ? ['river'] : []), ...(isOnCoast ? ['coast'] : [])];
}
