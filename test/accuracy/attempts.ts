import { allTargets } from '../../proxy/rules/production/target.js';
import type { World } from '../../proxy/world/world.js';
import { activityAttempts } from './activity-attempts.js';
import type { Attempt } from './attempt.js';
import { deedAttempts, moveAttempts } from './deed-attempts.js';
import { isNamed } from './offer-target.js';

/** All that could be tried with a unit. */
export function unitAttempts(world: World, id: number): Attempt[] {
  const unit = world.units.get(id);
  if (unit === undefined) return [];
  return [...moveAttempts(world, unit), ...activityAttempts(world, unit), ...deedAttempts(world, unit)];
}

/** Every unit type and improvement of the ruleset as what a city builds. */
export function cityAttempts(world: World, id: number): Attempt[] {
  const city = world.cities.get(id);
  const isBuilt = (target: { kind: string; value: number }) => {
    const detail = world.cities.get(id)?.detail;
    return detail?.productionKind === target.kind && detail.productionValue === target.value;
  };
  return allTargets(world)
    .filter((target) => !isBuilt(target))
    .map((target) => ({
      kind: 'city production',
      what: `${city?.name} builds ${target.thing.name}`,
      offered: ({ type, city_id: actor, target: wanted }) =>
        type === 'city_production' && actor === id && isNamed(wanted, target.thing.name),
      send: (seat) =>
        seat.request('city_change', {
          cityId: id,
          productionKind: target.kind,
          productionValue: target.value,
        }),
      taken: () => isBuilt(target),
      stillThere: () => world.cities.get(id)?.owner === world.seat.player,
    }));
}

/** Every technology as what is researched. */
export function researchAttempts(world: World): Attempt[] {
  const researching = () => world.research.get(world.seat.player ?? -1)?.researching;
  return [...world.ruleset.techs.values()]
    .filter(({ id }) => id !== researching())
    .map((tech) => ({
      kind: 'research',
      what: `research ${tech.name}`,
      offered: ({ type, target }) => type === 'tech_research' && isNamed(target, tech.name),
      send: (seat) => seat.request('player_research', { tech: tech.id }),
      taken: () => researching() === tech.id,
      stillThere: () => true,
    }));
}
