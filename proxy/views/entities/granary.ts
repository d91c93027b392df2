import type { City } from '../../world/city.js';
import type { World } from '../../world/world.js';

/** Food a city needs in its granary to grow; the ruleset lists it for the first sizes and adds a step for more. */
export function granarySize(world: World, city: City): number | null {
  if (city.granary !== undefined) return city.granary.size;
  const game = world.game;
  if (game === undefined || city.size === 0) return null;
  const listed = Math.max(1, game.granaryNumInis);
  const first = game.granaryFoodIni[Math.min(city.size, listed) - 1] ?? 0;
  const more = game.granaryFoodInc * Math.max(0, city.size - listed);
  return Math.max(1, Math.floor(((first + more) * game.foodbox) / 100));
}

/** Turns until a city grows at this surplus; null when it does not. */
export function turnsToGrow(size: number | null, stock: number, surplus: number): number | null {
  if (size === null || surplus <= 0) return null;
  return Math.max(1, Math.ceil((size - stock) / surplus));
}

/** Turns until a city loses a citizen or a unit to hunger; null when its food lasts. */
export function turnsToStarve(stock: number, surplus: number): number | null {
  return surplus >= 0 ? null : Math.floor(stock / -surplus) + 1;
}
