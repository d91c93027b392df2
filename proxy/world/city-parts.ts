import type { PacketFields } from '../freeciv/generated/packets-3.0.js';
import { changing, type World } from './world.js';

/** What the server adds to a city_info for clients that do not know the growth rules. */
export function foldGranary(world: World, info: PacketFields['web_city_info_addition']): void {
  const city = world.cities.get(info.id);
  if (city === undefined) return;
  world.cities.set(
    city.id,
    { ...city, granary: { size: info.granarySize, turns: info.granaryTurns } },
    changing(world),
  );
}

export function foldTradeRoute(world: World, route: PacketFields['traderoute_info']): void {
  const others = (world.tradeRoutes.get(route.city) ?? []).filter((other) => other.index !== route.index);
  world.tradeRoutes.set(route.city, [...others, route], changing(world));
}
