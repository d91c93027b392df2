import type { PlanView } from '#shared/protocol/state/plans.js';
import type { Plan } from '../../plans/plan.js';
import type { World } from '../../world/world.js';
import { techName } from './research-view.js';

/** A standing plan as states show it. */
export function planView(world: World, plan: Plan): PlanView {
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
  }
}
