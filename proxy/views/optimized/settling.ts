import { findPath } from '../../rules/movement/path.js';
import type { Unit } from '../../world/unit.js';
import { canSettleAt, DISTANCE_COST, type Site, siteAt } from './sites.js';
import { canFoundCities, isIdle, type Situation } from './situation.js';

/** Cities nearer to each other take each other's land. */
const APART = 2;
/** Far enough for the places that are looked at; a search on a whole continent takes too long. */
const MAX_LEGS = 400;

/**
 * Where each idle founder had better found its city, by unit id: each at a place of its own that it can go to, here
 * rather than far.
 */
export function settlingPlan(situation: Situation, sites: readonly Site[]): ReadonlyMap<number, Site> {
  const { map } = situation.world;
  const plan = new Map<number, Site>();
  const founders = situation.units.filter((unit) => isIdle(unit) && canFoundCities(situation.world, unit));
  for (const unit of founders) {
    const worth = ({ tile, score }: Site) => score - DISTANCE_COST * map.distance(unit.tile, tile);
    const best = [...hereIfAllowed(situation, unit), ...sites]
      .filter(({ tile }) => [...plan.values()].every((other) => map.distance(other.tile, tile) > APART))
      .sort((a, b) => worth(b) - worth(a))
      .find(
        ({ tile }) => tile === unit.tile || findPath(situation.world, unit, tile, MAX_LEGS) !== undefined,
      );
    if (best !== undefined) plan.set(unit.id, best);
  }
  return plan;
}

function hereIfAllowed(situation: Situation, { tile }: Unit): readonly Site[] {
  return canSettleAt(situation, tile) ? [siteAt(situation, tile, 0)] : [];
}
