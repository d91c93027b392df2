import type { PlanView } from '#shared/protocol/state/plans.js';
import type { Plan } from '../../plans/plan.js';
import type { World } from '../../world/world.js';
import { planView } from '../entities/plan-view.js';

/**
 * The standing plans as states have shown them. What is shown of a plan also depends on units and cities, so it is
 * compared with what was shown last. After a restart of the proxy nothing was.
 */
export class ShownPlans {
  #text: string | undefined;
  #shownAt = -1;
  /** A reader of this version may hold other plans; one of a later version holds those that were shown last. */
  #staleUntil = -1;

  /** The plans of the present version, for a reader whose state is of version `since`; undefined where that has them. */
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
