import { hasBit } from '../../freeciv/enum-codec.js';
import type { World } from '../../world/world.js';
import { isSafeCoast } from '../nativity.js';
import { rulesetIndex } from '../ruleset-index.js';
import { hasExtra } from '../tiles.js';
import type { Mover } from './mover.js';
import type { Place } from './places.js';

/** How long a unit stays in the air. */
export interface Fuel {
  /** Turns; 0 for units that need no fuel. */
  readonly capacity: number;
  /** Whether it is refuelled there at turn change: in cities, at bases, for some ships along the coast. */
  isRefilledAt(place: Place): boolean;
}

export function fuelOf(world: World, { type, unitClass }: Mover): Fuel {
  const refills = rulesetIndex(world.ruleset).extras.filter(
    (extra) => extra.flags.has('EF_REFUEL') && hasBit(extra.nativeTo, unitClass.id),
  );
  return {
    capacity: type.fuel,
    isRefilledAt: ({ tile, city }) =>
      city !== undefined ||
      refills.some((extra) => hasExtra(tile, extra.id)) ||
      (type.flags.has('UTYF_COAST') && isSafeCoast(world, tile.tile) === true),
  };
}
