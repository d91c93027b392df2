import { listUpTo } from '../../rules/lookup/names.js';
import { isScout } from '../../rules/units/unit-type.js';
import type { Unit } from '../../world/unit.js';
import type { Site } from '../settling/settling.js';
import { isIdle, type Situation } from '../situation.js';
import { positionText, unitWithId } from '../text-parts.js';

const MAX_FOUNDERS = 2;
const MAX_NAMED = 4;

/** The advice for idle settlers: found a city where they stand, or go to a place so much better that it is worth the way. */
export function founderAdvice(situation: Situation, plan: ReadonlyMap<number, Site>): readonly string[] {
  return namedFounders(situation, plan).map(({ text }) => text);
}

/** The founders that are named, at most MAX_FOUNDERS: those that can found a city at once come first. */
function namedFounders(
  situation: Situation,
  plan: ReadonlyMap<number, Site>,
): readonly { readonly unit: Unit; readonly text: string }[] {
  const { world, units } = situation;
  const founders = units.flatMap((unit) => {
    const site = plan.get(unit.id);
    if (site === undefined) return [];
    const name = unitWithId(world, unit);
    const text =
      site.tile === unit.tile
        ? `found_city: ${name} can at ${positionText(world, unit.tile)}`
        : `settle_at: ${name} could go to ${positionText(world, site.tile)}`;
    return [{ unit, text }];
  });
  return founders.sort((a, b) => (a.text < b.text ? -1 : 1)).slice(0, MAX_FOUNDERS);
}

/** Scouts with nothing to do. */
export function scoutAdvice(situation: Situation): readonly string[] {
  const scouts = situation.units.filter((unit) => isIdle(unit) && isScout(situation.world, unit));
  if (scouts.length === 0) return [];
  return [`explore_nearby_areas: ${unitNames(situation, scouts)}`];
}

/** All others that can move and have nothing to do. */
export function idleAdvice(situation: Situation, plan: ReadonlyMap<number, Site>): readonly string[] {
  const founders = new Set(namedFounders(situation, plan).map(({ unit }) => unit));
  const idle = situation.units.filter(
    (unit) => isIdle(unit) && !isScout(situation.world, unit) && !founders.has(unit),
  );
  return idle.length === 0 ? [] : [`give_orders: ${unitNames(situation, idle)}`];
}

function unitNames({ world }: Situation, units: readonly Unit[]): string {
  return listUpTo(
    MAX_NAMED,
    units.map((unit) => unitWithId(world, unit)),
  );
}
