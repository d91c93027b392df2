import type { PlanView } from '#shared/protocol/state/plans.js';
import { entriesLeft } from '../../plans/city-plan.js';
import { stayingIn } from '../../plans/defend.js';
import type { Plan } from '../../plans/plan.js';
import { wireNameOf } from '../../rules/lookup/names.js';
import { targetOf } from '../../rules/production/target.js';
import type { World } from '../../world/world.js';
import { techName } from './research-view.js';

/** A standing plan as states show it; `plans`: all plans of the seat. */
export function planView(world: World, plan: Plan, plans: readonly Plan[]): PlanView {
  const common = { id: plan.id, since: plan.since };
  switch (plan.kind) {
    case 'settle': {
      const { unitId, site, isBest } = plan;
      return { ...common, plan: 'settle', unit_id: unitId, site: world.map.position(site), best: isBest };
    }
    case 'research_queue': {
      const techs = plan.techs.map((tech) => techName(world, tech) ?? `${tech}`);
      return { ...common, plan: 'research_queue', techs };
    }
    case 'city_plan': {
      const { cities, list, keepDefenders } = plan;
      const named = (entries: typeof list) =>
        entries.map(({ kind, value }) => wireNameOf(targetOf(world, kind, value)?.thing) ?? kind);
      const left = named(entriesLeft(world, plan, plans));
      return { ...common, plan: 'city_plan', cities, list: named(list), left, keep_defenders: keepDefenders };
    }
    case 'city_focus': {
      const { cities, focus } = plan;
      return { ...common, plan: 'city_focus', cities, focus };
    }
    case 'city_tiles': {
      const { cityId, tiles, keep } = plan;
      const places = tiles.map((tile) => world.map.position(tile));
      return { ...common, plan: 'city_tiles', city_id: cityId, tiles: places, keep };
    }
    case 'unit_defaults': {
      const { newWorkers, newMilitary, explorersEnd } = plan;
      return {
        ...common,
        plan: 'unit_defaults',
        new_workers: newWorkers,
        new_military: newMilitary,
        explorers_end: explorersEnd,
      };
    }
    case 'go_and': {
      const { unitId, goal, purpose, patrolTo } = plan;
      return {
        ...common,
        plan: 'go_and',
        unit_id: unitId,
        goal: world.map.position(goal),
        do: purpose,
        patrol_to: patrolTo === undefined ? undefined : world.map.position(patrolTo),
      };
    }
    case 'escort':
      return { ...common, plan: 'escort', unit_id: plan.unitId, with_unit: plan.chargeId };
    case 'defend': {
      const { cityId, number, units } = plan;
      const city = world.cities.get(cityId);
      const there = city === undefined ? 0 : stayingIn(world, city).length;
      return { ...common, plan: 'defend', city_id: cityId, number, there, coming: units.map(({ id }) => id) };
    }
    case 'delegation': {
      const { part, until, place, radius, units, sent } = plan;
      return {
        ...common,
        plan: 'delegation',
        part,
        until,
        place: place === undefined ? undefined : world.map.position(place),
        radius,
        units: [...units, ...sent.map(({ id }) => id)],
      };
    }
    case 'everything_but':
      return { ...common, plan: 'everything_but', except: plan.ids };
  }
}
