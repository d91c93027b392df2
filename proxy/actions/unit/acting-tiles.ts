import { adjacentTiles, tilesWithin } from '../../rules/lookup/adjacency.js';
import { canExistAt, type UnitType } from '../../rules/lookup/nativity.js';
import { cityAt, isSeen, unitsOn } from '../../rules/lookup/tiles.js';
import { canTypeDo } from '../../rules/units/action-enablers.js';
import type { Unit } from '../../world/unit.js';
import type { World } from '../../world/world.js';

/** Tiles on which a unit may act: its own, neighbours with a city or foreign units, targets of nukes, paradrops, airlifts. */
export function actingTiles(world: World, unit: Unit): number[] {
  const type = world.ruleset.unitTypes.get(unit.type);
  if (type === undefined) return [unit.tile];
  const anywhere = canTypeDo(world, type, 'ACTION_NUKE');
  const beside = adjacentTiles(world.map, unit.tile).filter(
    (tile) =>
      anywhere ||
      cityAt(world, tile) !== undefined ||
      unitsOn(world, tile).some(({ owner }) => owner !== unit.owner),
  );
  return [...new Set([unit.tile, ...beside, ...dropZone(world, unit, type), ...airliftTiles(world, unit)])];
}

/** Whether a unit may act beyond its vision (paradrop, airlift): its offers then depend on tiles far away. */
export function actsAfar(world: World, unit: Unit): boolean {
  const type = world.ruleset.unitTypes.get(unit.type);
  if (type === undefined) return false;
  return canTypeDo(world, type, 'ACTION_PARADROP') || airliftTiles(world, unit).length > 0;
}

function dropZone(world: World, unit: Unit, type: UnitType): number[] {
  if (!canTypeDo(world, type, 'ACTION_PARADROP') || unit.detail?.paradropped === true) return [];
  const reach = type.paratroopersRange ** 2 * 2;
  return tilesWithin(world.map, unit.tile, reach).filter(
    (tile) => isSeen(world, tile) && canExistAt(world, type, tile) === true,
  );
}

/** The tiles of the cities of its nation that a unit in one of them can be flown to (`EFT_AIRLIFT`): each city has so many flights a turn. */
export function airliftTiles(world: World, unit: Unit): number[] {
  const type = world.ruleset.unitTypes.get(unit.type);
  const from = cityAt(world, unit.tile);
  if (type === undefined || (from?.detail?.airlift ?? 0) <= 0 || !canTypeDo(world, type, 'ACTION_AIRLIFT'))
    return [];
  return [...world.cities.values()]
    .filter(({ id, owner, detail }) => id !== from?.id && owner === unit.owner && (detail?.airlift ?? 0) > 0)
    .map(({ tile }) => tile);
}
