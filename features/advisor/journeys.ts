import type { Offer } from '#shared/protocol/state/offer.js';
import { cityAt } from '../../proxy/rules/lookup/tiles.js';
import { canFoundCities } from '../../proxy/rules/units/action-enablers.js';
import { isIdle } from '../../proxy/rules/units/unit-activities.js';
import { isFighter, isScout } from '../../proxy/rules/units/unit-type.js';
import type { Unit } from '../../proxy/world/unit.js';
import type { World } from '../../proxy/world/world.js';
import { nearestHuts } from './exploration.js';
import { GOOD_SITE, journeyOffer, settleOffer } from './journey-offers.js';
import { foundersSites } from './settling/settling.js';
import { type Situation, situationOf } from './situation.js';

/** Limits the time that many settlers would cost. */
const MAX_JOURNEYS = 4;

/** Offers of moves of several turns that the state suggests: settlers to city sites, as plans that found the cities as well, scouts and fighters to villages (huts). */
export function offeredJourneys(world: World): readonly Offer[] {
  return journeys(world, settleOffer);
}

/** The same with plain moves for the settlers. */
export function suggestedJourneys(world: World): readonly Offer[] {
  return journeys(world, (of, unit, site) => journeyOffer(of, unit, site, GOOD_SITE));
}

function journeys(world: World, offer: SiteOffer): readonly Offer[] {
  const situation = situationOf(world);
  const idle = situation.units.filter(isIdle);
  return [...toSites(situation, idle, offer), ...toVillages(situation, idle)];
}

/** The offer to send a unit to a site; undefined where it would not go. */
type SiteOffer = (world: World, unit: Unit, site: number) => Offer | undefined;

/** Settlers to the sites of the settling plan. A unit that should found its city where it is has that offer already. */
function toSites(situation: Situation, idle: readonly Unit[], offer: SiteOffer): readonly Offer[] {
  const { world } = situation;
  const founders = idle.filter((unit) => canFoundCities(world, unit));
  if (founders.length === 0) return [];
  const plan = foundersSites(situation);
  return founders.slice(0, MAX_JOURNEYS).flatMap((unit) => {
    const site = plan.get(unit.id);
    return site === undefined || site.tile === unit.tile ? [] : (offer(world, unit, site.tile) ?? []);
  });
}

/** For each village the nearest idle unit, by real distance on the map. */
function toVillages(situation: Situation, idle: readonly Unit[]): readonly Offer[] {
  const { world } = situation;
  const free = new Set(idle.filter((unit) => mayRoam(world, unit)));
  return (free.size === 0 ? [] : nearestHuts(situation).map(({ tile }) => tile)).flatMap((tile) => {
    const [nearest] = [...free].sort(
      (a, b) => world.map.distance(a.tile, tile) - world.map.distance(b.tile, tile),
    );
    const offer = nearest && journeyOffer(world, nearest, tile, 'a village to enter');
    if (nearest === undefined || offer === undefined) return [];
    free.delete(nearest);
    return [offer];
  });
}

/** False for units that guard a city. */
function mayRoam(world: World, unit: Unit): boolean {
  if (canFoundCities(world, unit)) return false;
  return isScout(world, unit) || (isFighter(world, unit) && cityAt(world, unit.tile) === undefined);
}
