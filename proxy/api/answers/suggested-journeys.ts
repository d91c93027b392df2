import type { Offer } from '#shared/protocol/state/offer.js';
import { journeyOffer } from '../../actions/unit/journey.js';
import { cityAt } from '../../rules/lookup/tiles.js';
import { isScout } from '../../rules/units/unit-type.js';
import { villages } from '../../views/optimized/exploration.js';
import { settlingSites } from '../../views/optimized/sites.js';
import {
  canFoundCities,
  isFighter,
  isIdle,
  type Situation,
  situationOf,
} from '../../views/optimized/situation.js';
import { settlingPlan } from '../../views/optimized/unit-advice.js';
import type { Unit } from '../../world/unit.js';
import type { World } from '../../world/world.js';

const MAX_SITES = 10;
/** Limits the time that many settlers would cost. */
const MAX_JOURNEYS = 4;

/** Offers of moves of several turns that the state suggests: settlers to city sites, scouts and fighters to villages (huts). */
export function suggestedJourneys(world: World): readonly Offer[] {
  const situation = situationOf(world);
  const idle = situation.units.filter(isIdle);
  return [...toSites(situation, idle), ...toVillages(situation, idle)];
}

/** Settlers to the sites of the settling plan. A unit that should found its city where it is has that offer already. */
function toSites(situation: Situation, idle: readonly Unit[]): readonly Offer[] {
  const { world } = situation;
  const founders = idle.filter((unit) => canFoundCities(world, unit));
  if (founders.length === 0) return [];
  const plan = settlingPlan(situation, settlingSites(situation, MAX_SITES));
  return founders.slice(0, MAX_JOURNEYS).flatMap((unit) => {
    const site = plan.get(unit.id);
    return site === undefined ? [] : (journeyOffer(world, unit, site.tile, 'a good place for a city') ?? []);
  });
}

/** For each village the nearest idle unit, by real distance on the map. */
function toVillages(situation: Situation, idle: readonly Unit[]): readonly Offer[] {
  const { world } = situation;
  const free = new Set(idle.filter((unit) => mayRoam(world, unit)));
  return villagesFor(situation, free).flatMap((tile) => {
    const [nearest] = [...free].sort(
      (a, b) => world.map.distance(a.tile, tile) - world.map.distance(b.tile, tile),
    );
    const offer = nearest && journeyOffer(world, nearest, tile, 'a village to enter');
    if (nearest === undefined || offer === undefined) return [];
    free.delete(nearest);
    return [offer];
  });
}

function villagesFor(situation: Situation, free: ReadonlySet<Unit>): readonly number[] {
  return free.size === 0 ? [] : villages(situation).map(({ tile }) => tile);
}

/** False for units that guard a city. */
function mayRoam(world: World, unit: Unit): boolean {
  if (canFoundCities(world, unit)) return false;
  return isScout(world, unit) || (isFighter(world, unit) && cityAt(world, unit.tile) === undefined);
}
