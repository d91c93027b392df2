import { findPath } from '../../rules/movement/path.js';
import { canFoundCities } from '../../rules/units/action-enablers.js';
import { isScout } from '../../rules/units/unit-type.js';
import type { Unit } from '../../world/unit.js';
import type { World } from '../../world/world.js';
import { wireNameOf } from '../entities/wire-values.js';
import { canSettleAt, SCORE_PER_TILE, type Site, settlingSites, siteAt } from './sites.js';
import { isIdle, type Situation, situationOf } from './situation.js';
import { positionText } from './text-parts.js';

const MAX_FOUNDERS = 2;
const MAX_NAMED = 4;
/** Sites that a founder chooses from. */
const MAX_CHOSEN_SITES = 10;
/** Two founders are not sent to places nearer to each other. */
const MIN_PLAN_DISTANCE_TILES = 3;
/** Legs of a path search: far enough for these places; a search over a whole continent takes too long. */
const MAX_PATH_LEGS = 400;

/** A site for each idle founder, by unit id: the best one that it can reach and that no other founder gets. */
export function settlingPlan(situation: Situation, sites: readonly Site[]): ReadonlyMap<number, Site> {
  const { map } = situation.world;
  const plan = new Map<number, Site>();
  const founders = situation.units.filter((unit) => isIdle(unit) && canFoundCities(situation.world, unit));
  for (const unit of founders) {
    const free = [...hereIfAllowed(situation, unit), ...sites].filter(({ tile }) =>
      [...plan.values()].every((other) => map.distance(other.tile, tile) >= MIN_PLAN_DISTANCE_TILES),
    );
    const best = bestOf(situation, unit, free);
    if (best !== undefined) plan.set(unit.id, best);
  }
  return plan;
}

/** The best site for one founder: of those that it can reach and that nobody is on the way to. Tile index. */
export function bestSiteFor(world: World, unit: Unit): number | undefined {
  const situation = situationOf(world);
  const sites = settlingSites(situation, MAX_CHOSEN_SITES);
  return bestOf(situation, unit, [...hereIfAllowed(situation, unit), ...sites])?.tile;
}

function bestOf({ world }: Situation, unit: Unit, sites: readonly Site[]): Site | undefined {
  const worth = ({ tile, score }: Site) => score - SCORE_PER_TILE * world.map.distance(unit.tile, tile);
  return sites
    .toSorted((a, b) => worth(b) - worth(a))
    .find(({ tile }) => tile === unit.tile || findPath(world, unit, tile, MAX_PATH_LEGS) !== undefined);
}

function hereIfAllowed(situation: Situation, { tile }: Unit): readonly Site[] {
  return canSettleAt(situation, tile) ? [siteAt(situation, tile, 0)] : [];
}

/** What idle settlers should do: found a city where they stand, or go to a place so much better that it is worth the way. */
export function founderAdvice(
  { world, units }: Situation,
  plan: ReadonlyMap<number, Site>,
): readonly string[] {
  const advice = units.flatMap((unit) => {
    const site = plan.get(unit.id);
    if (site === undefined) return [];
    const name = `${wireNameOf(world.ruleset.unitTypes.get(unit.type)) ?? 'unit'} ${unit.id}`;
    return site.tile === unit.tile
      ? [`found_city: ${name} can at ${positionText(world, unit.tile)}`]
      : [`settle_at: ${name} could go to ${positionText(world, site.tile)}`];
  });
  return advice.sort().slice(0, MAX_FOUNDERS);
}

/** Scouts with nothing to do. */
export function scoutAdvice(situation: Situation): readonly string[] {
  const scouts = situation.units.filter((unit) => isIdle(unit) && isScout(situation.world, unit));
  if (scouts.length === 0) return [];
  return [`explore_nearby_areas: ${named(situation, scouts)}`];
}

/** All others that can move and have nothing to do. */
export function idleAdvice(situation: Situation): readonly string[] {
  const idle = situation.units.filter((unit) => isIdle(unit) && !isScout(situation.world, unit));
  return idle.length === 0 ? [] : [`give_orders: ${named(situation, idle)}`];
}

function named(situation: Situation, units: readonly Unit[]): string {
  const names = units.slice(0, MAX_NAMED).map((unit) => unitName(situation, unit));
  const more = units.length - names.length;
  return more > 0 ? `${names.join(', ')} and ${more} more` : names.join(', ');
}

function unitName({ world }: Situation, unit: Unit): string {
  return `${wireNameOf(world.ruleset.unitTypes.get(unit.type)) ?? 'unit'} ${unit.id}`;
}
