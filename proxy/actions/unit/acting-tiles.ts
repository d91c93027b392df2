import { adjacentTiles } from '../../rules/adjacency.js';
import { cityAt, unitsOn } from '../../rules/tiles.js';
import type { Unit } from '../../world/unit.js';
import type { World } from '../../world/world.js';

/** Where a unit may act on something: its own tile, and those beside it with a city or somebody else's units. */
export function actingTiles(world: World, unit: Unit): number[] {
  const beside = adjacentTiles(world.map, unit.tile).filter(
    (tile) =>
      cityAt(world, tile) !== undefined || unitsOn(world, tile).some(({ owner }) => owner !== unit.owner),
  );
  return [unit.tile, ...beside];
}
