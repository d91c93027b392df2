import type { PacketFields } from '../freeciv/generated/packets-3.0.js';
import { cityFromInfo } from './city.js';
import { changing, type World } from './world.js';

/** A city seen in full, which also tells how many of its trade routes there still are. */
export function foldCityInfo(world: World, info: PacketFields['city_info']): void {
  world.cities.set(info.id, cityFromInfo(info, world.cities.get(info.id)), changing(world));
  const routes = world.tradeRoutes.get(info.id) ?? [];
  const left = routes.filter((route) => route.index < info.traderouteCount);
  if (left.length === routes.length) return;
  if (left.length === 0) world.tradeRoutes.delete(info.id, changing(world));
  else world.tradeRoutes.set(info.id, left, changing(world));
}

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

/** The protocol's end of the list of activities: a task that is done or taken back. */
export const NO_TASK = '#21';

export function foldWorkerTask(world: World, task: PacketFields['worker_task']): void {
  const tasks = new Map(world.workerTasks.get(task.cityId));
  if (task.activity === NO_TASK) tasks.delete(task.tileId);
  else tasks.set(task.tileId, task);
  world.workerTasks.set(task.cityId, tasks);
  // Offers hang on it, and those of a city are found again when it has changed.
  const city = world.cities.get(task.cityId);
  if (city !== undefined) world.cities.set(city.id, { ...city }, changing(world));
}

export function foldTradeRoute(world: World, route: PacketFields['traderoute_info']): void {
  const others = (world.tradeRoutes.get(route.city) ?? []).filter((other) => other.index !== route.index);
  world.tradeRoutes.set(route.city, [...others, route], changing(world));
}
