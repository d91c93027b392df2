import type { City } from '../../proxy/world/city.js';
import type { Unit } from '../../proxy/world/unit.js';
import type { World } from '../../proxy/world/world.js';

/** The cities of the seat whose world this is. */
export function ownCities(world: World): City[] {
  return [...world.cities.values()].filter((city) => city.owner === world.seat.player);
}

/** The units of the seat whose world this is. */
export function ownUnits(world: World): Unit[] {
  return [...world.units.values()].filter((unit) => unit.owner === world.seat.player);
}
