import type { PlanView } from '#shared/protocol/state/plans.js';
import type { Plan } from '../../plans/plan.js';
import type { World } from '../../world/world.js';
import { planView } from '../entities/plan-view.js';

/**
 * The standing plans as the last state showed them. What is shown of a plan depends on units and cities too, so a change is
 * found by comparing it. After a restart of the proxy no state has shown any.
 */
export class ShownPlans {
  #text: string | undefined;
  #shownAt = -1;
  /** Readers whose state is of this version or an older one may hold other plans; all others hold those shown last. */
  #staleUntil = -1;

  /** Notes the plans as shown now; answers them for a reader whose state is of version `since`, undefined where it holds them. */
  changedSince(world: World, plans: readonly Plan[], since: number): readonly PlanView[] | undefined {
    const views = plans.map((plan) => planView(world, plan, plans));
    const text = JSON.stringify(views);
    // Plans change without a new version of the world: then readers of this version hold either.
    if (text !== this.#text) this.#staleUntil = Math.max(world.version - 1, this.#shownAt);
    this.#text = text;
    this.#shownAt = world.version;
    return since <= this.#staleUntil ? views : undefined;
  }
}
