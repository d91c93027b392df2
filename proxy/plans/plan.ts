import { z } from 'zod';
import type { ActionData } from '#shared/protocol/actions.js';
import type { PlanEnded } from '#shared/protocol/event.js';

const commonShape = {
  /** Made of what the plan is about, so that a plan replaces the one before it about the same. */
  id: z.string(),
  /** The turn in which it was set. */
  since: z.int(),
};

const settlePlanSchema = z.strictObject({
  kind: z.literal('settle'),
  ...commonShape,
  unitId: z.int(),
  /** The displayed name of the unit's type. */
  unit: z.string(),
  /** Tile index where the city is to be. */
  site: z.int(),
  /** Whether another site is chosen when this one cannot be settled any more. */
  isBest: z.boolean(),
  /** How often the unit was sent from the tile where it stands; it may be kept from going. */
  tries: z.int(),
  /** Tile index from which it was sent last. */
  sentFrom: z.int(),
});

const researchQueuePlanSchema = z.strictObject({
  kind: z.literal('research_queue'),
  ...commonShape,
  /** Numbers of the technologies still to be learned, the next one first. */
  techs: z.array(z.int()),
});

/** A standing plan, as it is written to disk. */
export const planSchema = z.discriminatedUnion('kind', [settlePlanSchema, researchQueuePlanSchema]);

/** A standing plan: what the game does for an agent at the beginning of each turn, until it ends. */
export type Plan = z.infer<typeof planSchema>;
/** A unit goes to a site and founds a city there. */
export type SettlePlan = z.infer<typeof settlePlanSchema>;
/** Technologies are researched in an order. */
export type ResearchQueuePlan = z.infer<typeof researchQueuePlanSchema>;

/** How a plan ended, in a sentence. */
export interface PlanEnd {
  readonly outcome: PlanEnded['outcome'];
  /** The city that was founded. */
  readonly cityId?: number;
  readonly sentence: string;
}

/** What a plan does next. The plan is kept as `plan`, also where the actions fail. */
export type PlanStep =
  | { readonly kind: 'wait'; readonly plan: Plan }
  | { readonly kind: 'act'; readonly plan: Plan; readonly actions: readonly ActionData[] }
  | { readonly kind: 'end'; readonly end: PlanEnd };

/** A change of the plans of a seat. */
export type PlanChange =
  | { readonly kind: 'set'; readonly plan: Plan }
  | { readonly kind: 'cancel'; readonly ids: readonly string[] };
