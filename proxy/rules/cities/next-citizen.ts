import type { City } from '../../world/city.js';
import type { World } from '../../world/world.js';
import { outputs } from '../lookup/outputs.js';
import { freeTiles } from './citizens.js';
import { type CityBasis, cityBasis, cityEconomy, currentPlacement } from './city-economy.js';
import { tileOutput } from './tile-output.js';

/** What food, shields and trade count when the tile of a new citizen is chosen (`city_increase_size`). */
const TILE_WORTH = { [outputs.food]: 3, [outputs.shields]: 2, [outputs.trade]: 1 } as const;

/** Whether a city would be in disorder with one citizen more, who works the best free tile, or is a specialist where there is none. */
export function wouldRiotWithOneMore(world: World, { city, bonus, wastes }: CityBasis): boolean {
  const { tiles, specialists } = currentPlacement(world, city);
  const [best] = freeTiles(world, city)
    .map((tile) => ({ tile, worth: worthOf(world, tile, city) }))
    .sort((a, b) => b.worth - a.worth);
  const placement =
    best === undefined
      ? { tiles, specialists: specialists.map((count, kind) => (kind === 0 ? count + 1 : count)) }
      : { tiles: [...tiles, best.tile], specialists };
  const grown = { ...city, size: city.size + 1 };
  return cityEconomy(world, cityBasis(world, grown, placement, { bonus, wastes })).disorder;
}

function worthOf(world: World, tile: number, city: City): number {
  return Object.entries(TILE_WORTH).reduce(
    (sum, [output, worth]) => sum + worth * tileOutput(world, tile, Number(output), city),
    0,
  );
}
