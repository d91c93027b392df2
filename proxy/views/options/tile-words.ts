import { type CityBasis, type CityEconomy, cityEconomy } from '../../rules/cities/city-economy.js';
import type { economyWith, TileSwap } from '../../rules/cities/tile-swap.js';
import { yieldsAt } from '../../rules/cities/work-outcome.js';
import { outputs } from '../../rules/lookup/outputs.js';
import type { World } from '../../world/world.js';
import { changed, yieldText } from './ranked-option.js';

/** `then city_make_worker (36, 26): shields 1 to 5`. */
export function swapWords(world: World, { to, before, after }: TileSwap): string {
  const { x, y } = world.map.position(to);
  return `then city_make_worker (${x}, ${y}): ${surplusWords(before, after).join(', ')}`;
}

/** `food 1 to 2`, `shields 5 to 4`: what the city has left in a turn, as far as it changes. */
function surplusWords(before: CityEconomy, after: CityEconomy): readonly string[] {
  const of = (name: string, output: number) =>
    changed(name, before.surplus[output] ?? 0, after.surplus[output] ?? 0);
  return [...of('food', outputs.food), ...of('shields', outputs.shields), ...of('trade', outputs.trade)];
}

/**
 * `leaves tile 1/2/0; shields 5 to 3`: what becomes of the citizen, the yields of the tile, and what the city has left in a
 * turn, before and after.
 */
export function tileWords(
  world: World,
  basis: CityBasis,
  tile: number | undefined,
  what: string,
  economyAfter: typeof economyWith,
): string {
  if (tile === undefined) return `${what} the tile`;
  const changes = surplusWords(cityEconomy(world, basis), economyAfter(world, basis, tile));
  const yields = `${what} tile ${yieldText(yieldsAt(world, tile, basis.city))}`;
  return changes.length === 0 ? yields : `${yields}; ${changes.join(', ')}`;
}
