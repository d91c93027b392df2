import { nationOf } from '../../orders/descriptions.js';
import { displayName } from '../../rules/lookup/names.js';
import { knownTile, terrainOf } from '../../rules/lookup/tiles.js';
import { canFoundCities } from '../../rules/units/action-enablers.js';
import type { Unit } from '../../world/unit.js';
import type { World } from '../../world/world.js';
import { movesRefusal } from './move-refusal.js';

/** Why a unit cannot found a city where it stands: the reason that applies; undefined when it is not known. */
export function foundingRefusal(world: World, unit: Unit): string | undefined {
  const name = displayName(world.ruleset.unitTypes.get(unit.type)?.name ?? 'This unit');
  if (!canFoundCities(world, unit)) return `${name} ${unit.id} cannot found cities: only settlers can`;
  return placeRefusal(world, unit) ?? movesRefusal(world, unit);
}

function placeRefusal(world: World, unit: Unit): string | undefined {
  const tooNear = nearestWithin(world, unit.tile, world.game?.citymindist ?? 2);
  if (tooNear !== undefined)
    return `${tooNear.name} is too near: cities must be ${world.game?.citymindist ?? 2} tiles apart`;
  const terrain = terrainOf(world, unit.tile);
  if (terrain?.flags.has('TER_NO_CITIES') === true)
    return `No city can stand on ${displayName(terrain.name)}`;
  const owner = knownTile(world, unit.tile)?.owner ?? unit.owner;
  return world.players.has(owner) && owner !== unit.owner
    ? `This tile belongs to the ${nationOf(world, owner, 'foreign')} player ${owner}`
    : undefined;
}

/** A city at less than so many tiles. */
function nearestWithin(world: World, tile: number, tiles: number) {
  return [...world.cities.values()].find((city) => world.map.distance(tile, city.tile) < tiles);
}
