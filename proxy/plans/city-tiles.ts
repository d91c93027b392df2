import { freeTiles, workedTiles } from '../rules/cities/citizens.js';
import type { World } from '../world/world.js';
import type { CityTilesPlan, PlanStep } from './plan.js';

/**
 * What a plan for the tiles of a city does next. The server places citizens anew when a city grows or shrinks, and when a
 * tile can no longer be worked. With `keep` they are put back; else the plan ends, and so tells of it.
 */
export function cityTilesStep(world: World, plan: CityTilesPlan): PlanStep {
  const city = world.cities.get(plan.cityId);
  if (city === undefined || city.owner !== world.seat.player) {
    const sentence = `The tiles of ${plan.city} are no longer kept: the city is no longer yours.`;
    return { kind: 'end', end: { outcome: 'failed', sentence } };
  }
  const worked = workedTiles(world, city).filter((tile) => tile !== city.tile);
  const missing = plan.tiles.filter((tile) => !worked.includes(tile));
  const other = worked.filter((tile) => !plan.tiles.includes(tile));
  // The city may have grown or shrunk by a citizen; the others stay where they are.
  if (missing.length === 0 || other.length === 0) return { kind: 'wait', plan };
  if (!plan.keep) {
    const sentence = `The server moved citizens of ${plan.city}: ${places(world, other)} worked instead of ${places(world, missing)}.`;
    return { kind: 'end', end: { outcome: 'failed', sentence } };
  }
  const workable = new Set([...worked, ...freeTiles(world, city)]);
  const wanted = [...plan.tiles.filter((tile) => workable.has(tile)), ...other].slice(0, worked.length);
  if (wanted.every((tile) => worked.includes(tile))) return { kind: 'wait', plan };
  const tiles = wanted.map((tile) => world.map.position(tile));
  const action = { action_type: 'set_city_tiles', actor_id: city.id, tiles };
  return { kind: 'act', plan, ifFailed: () => plan, actions: [action] };
}

function places(world: World, tiles: readonly number[]): string {
  const words = tiles.map((tile) => {
    const { x, y } = world.map.position(tile);
    return `(${x}, ${y})`;
  });
  return words.join(', ');
}
