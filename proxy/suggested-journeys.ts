import type { Offer } from './actions/offer.js';
import { journeyOffers } from './actions/unit/journeys.js';
import { cityAt } from './rules/tiles.js';
import { isScout } from './rules/unit-activities.js';
import { villages } from './views/optimized/exploration.js';
import { canSettleAt, settlingSites } from './views/optimized/sites.js';
import {
  canFoundCities,
  isFighter,
  isIdle,
  type Situation,
  situationOf,
} from './views/optimized/situation.js';
import type { Unit } from './world/unit.js';
import type { World } from './world/world.js';

const MOST_SITES = 4;

/** Moves of several turns that the state itself suggests: founders to places for cities, others to villages. */
export function suggestedJourneys(world: World): readonly Offer[] {
  const situation = situationOf(world);
  const idle = situation.units.filter(isIdle);
  return [...toSites(situation, idle), ...toVillages(situation, idle)];
}

/** Who can found a city where it stands has an offer of that. */
function toSites(situation: Situation, idle: readonly Unit[]): readonly Offer[] {
  const { world } = situation;
  const founders = idle.filter((unit) => canFoundCities(world, unit) && !canSettleAt(situation, unit.tile));
  if (founders.length === 0) return [];
  const places = settlingSites(situation, MOST_SITES);
  return journeyOffers(
    world,
    founders,
    places.map(({ tile }) => ({ tile, reason: 'a good place for a city' })),
  );
}

function toVillages(situation: Situation, idle: readonly Unit[]): readonly Offer[] {
  const { world } = situation;
  const free = idle.filter(
    (unit) => isScout(world, unit) || (isFighter(world, unit) && cityAt(world, unit.tile) === undefined),
  );
  if (free.length === 0) return [];
  return journeyOffers(
    world,
    free,
    villages(situation).map(({ tile }) => ({ tile, reason: 'a village to enter' })),
  );
}
