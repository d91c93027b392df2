import type { Unit } from '../../world/unit.js';
import { wireNameOf } from '../entities/rule-names.js';
import { at } from './place-words.js';
import { canSettleAt, DISTANCE_COST, type Site } from './sites.js';
import { canFoundCities, isIdle, type Situation } from './situation.js';

const MAX_FOUNDERS = 2;
const MAX_NAMED = 4;

/** What idle settlers should do: found a city where they stand, or else go to a good place not too far. */
export function founderAdvice(situation: Situation, sites: readonly Site[]): readonly string[] {
  const { world, units } = situation;
  const founders = units.filter((unit) => isIdle(unit) && canFoundCities(world, unit));
  const here = founders.filter((unit) => canSettleAt(situation, unit.tile));
  if (here.length > 0) {
    return here
      .slice(0, MAX_FOUNDERS)
      .map((unit) => `found_city: ${unitName(situation, unit)} can at ${at(world, unit.tile)}`);
  }
  return founders.slice(0, MAX_FOUNDERS).flatMap((unit) => {
    const worth = ({ tile, score }: Site) => score - DISTANCE_COST * world.map.distance(unit.tile, tile);
    const [best] = sites.toSorted((a, b) => worth(b) - worth(a));
    if (best === undefined) return [];
    return [`settle_at: ${unitName(situation, unit)} could go to ${at(world, best.tile)}`];
  });
}

/** Scouts with nothing to do: unarmed and at home in any terrain. */
export function scoutAdvice(situation: Situation): readonly string[] {
  const scouts = situation.units.filter((unit) => isIdle(unit) && isScout(situation, unit));
  if (scouts.length === 0) return [];
  return [`explore_nearby_areas: ${named(situation, scouts)}`];
}

/** All others that can move and have nothing to do. */
export function idleAdvice(situation: Situation): readonly string[] {
  const idle = situation.units.filter((unit) => isIdle(unit) && !isScout(situation, unit));
  return idle.length === 0 ? [] : [`give_orders: ${named(situation, idle)}`];
}

function isScout({ world }: Situation, unit: Unit): boolean {
  const flags = world.ruleset.unitTypes.get(unit.type)?.flags;
  return flags?.has('UTYF_CIVILIAN') === true && flags.has('UTYF_IGTER');
}

function named(situation: Situation, units: readonly Unit[]): string {
  const names = units.slice(0, MAX_NAMED).map((unit) => unitName(situation, unit));
  const more = units.length - names.length;
  return more > 0 ? `${names.join(', ')} and ${more} more` : names.join(', ');
}

function unitName({ world }: Situation, unit: Unit): string {
  return `${wireNameOf(world.ruleset.unitTypes.get(unit.type)) ?? 'unit'} ${unit.id}`;
}
