import type { World } from '../../world/world.js';

/** Stands for all of a position but its tiles and units: the same values as before while nothing else has changed. */
export function inputsBesidesPlaces(world: World): readonly unknown[] {
  const { cities, players, research, diplomacy, treaties, spaceships, tradeRoutes } = world;
  const tables = [cities, players, research, diplomacy, treaties, spaceships, tradeRoutes];
  const { game, ruleset, map, seat } = world;
  return [...tables.map(({ positionVersion: version }) => version), game, ruleset, map, seat.player];
}
