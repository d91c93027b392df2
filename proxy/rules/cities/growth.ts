import type { PacketFields } from '../../freeciv/generated/packets.js';
import type { City } from '../../world/city.js';
import type { World } from '../../world/world.js';
import { outputs } from '../lookup/outputs.js';

/** Food for the next citizen (`city_granary_size`): listed for the first sizes, then a step for each further one. */
export function granarySize(game: PacketFields['game_info'], size: number): number {
  const { granaryFoodIni: first, granaryNumInis: count, granaryFoodInc: more } = game;
  const listed = Math.max(1, count);
  const base = first[Math.min(size, listed) - 1] ?? 0;
  return Math.max(1, Math.trunc(((base + more * Math.max(0, size - listed)) * game.foodbox) / 100));
}

/** Food that the granary of a city holds, as the server has told it, else by the ruleset; null while neither is known. */
export function granaryOf({ game }: World, city: City): number | null {
  if (city.granary !== undefined) return city.granary.size;
  return game === undefined || city.size === 0 ? null : granarySize(game, city.size);
}

/** Turns until a city can lose citizens for a unit (`update_city_activity` builds before it grows); undefined: never. */
export function turnsToSpare(world: World, city: City, citizens: number): number | undefined {
  const { detail, size } = city;
  if (citizens === 0 || size > citizens || disbandsWith(world, city, citizens)) return 1;
  const first = turnsToGrow(world, city);
  const surplus = detail?.surplus[outputs.food] ?? 0;
  if (first === null || world.game === undefined) return undefined;
  let turns = first;
  for (let next = size + 1; next <= citizens; next += 1)
    turns += Math.max(1, Math.ceil(granarySize(world.game, next) / surplus));
  return turns + 1;
}

/** Whether a unit that takes the last citizens of a city disbands it (`CITYO_DISBAND`); the only city of a player stays (`disband_city`). */
export function disbandsWith({ cities }: World, city: City, citizens: number): boolean {
  if (city.size !== citizens || city.detail?.cityOptions.has('CITYO_DISBAND') !== true) return false;
  return [...cities.values()].some(({ id, owner }) => owner === city.owner && id !== city.id);
}

/** Turns until an own city has its next citizen at the present surplus; null when it does not grow. */
export function turnsToGrow(world: World, city: City): number | null {
  const size = granaryOf(world, city);
  const surplus = city.detail?.surplus[outputs.food] ?? 0;
  if (size === null || surplus <= 0) return null;
  return Math.max(1, Math.ceil((size - (city.detail?.foodStock ?? 0)) / surplus));
}
