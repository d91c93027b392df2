import { z } from 'zod';
import type { ActionData } from '#shared/protocol/actions.js';
import type { PlanEnded } from '#shared/protocol/event.js';
import { delegatedParts, goAndPurposes } from '#shared/protocol/state/plans.js';
import { CITY_FOCUSES } from '../rules/cities/placement.js';
import { sendingShape } from './sending.js';

const commonShape = {
  /** Made of what the plan is about, so that a plan replaces the one before it about the same. */
  id: z.string(),
  since: z.int(),
};

const settlePlanSchema = z.strictObject({
  kind: z.literal('settle'),
  ...commonShape,
  unitId: z.int(),
  /** The displayed name of the unit's type. */
  unit: z.string(),
  site: z.int(),
  /** Whether another site is chosen when this one can no longer be settled. */
  isBest: z.boolean(),
  ...sendingShape,
});

const researchQueuePlanSchema = z.strictObject({
  kind: z.literal('research_queue'),
  ...commonShape,
  /** Numbers of the technologies still to be learned, the next one first. */
  techs: z.array(z.int()),
});

const cityPlanSchema = z.strictObject({
  kind: z.literal('city_plan'),
  ...commonShape,
  /** A city id, all cities, or those that were not there when the plan was set. */
  cities: z.union([z.int(), z.literal('all'), z.literal('new')]),
  city: z.string().exactOptional(),
  /** Unit types and improvements, by kind (VUT_UTYPE, VUT_IMPROVEMENT) and number. */
  list: z.array(z.strictObject({ kind: z.enum(['VUT_UTYPE', 'VUT_IMPROVEMENT']), value: z.int() })),
  /** For each city by its id the places in the list of what it has got. */
  given: z.record(z.string(), z.array(z.int())),
  /** Own cities when the plan was set; ids. */
  known: z.array(z.int()),
  /** Defenders that each city needs; 0 for none. */
  keepDefenders: z.int(),
});

const cityFocusPlanSchema = z.strictObject({
  kind: z.literal('city_focus'),
  ...commonShape,
  /** A city id, all cities, or those that were not there when the plan was set. */
  cities: z.union([z.int(), z.literal('all'), z.literal('new')]),
  city: z.string().exactOptional(),
  focus: z.enum(CITY_FOCUSES),
  /** Own cities when the plan was set; ids. */
  known: z.array(z.int()),
  /** By city id what each was when its citizens were found to be placed well. */
  arranged: z.record(z.string(), z.string()),
});

const cityTilesPlanSchema = z.strictObject({
  kind: z.literal('city_tiles'),
  ...commonShape,
  cityId: z.int(),
  city: z.string(),
  /** Indexes of the tiles that citizens were told to work, the best first; perhaps more than there are citizens. */
  tiles: z.array(z.int()),
  /** Whether citizens are put back when the server has moved them; else the plan ends by that. */
  keep: z.boolean(),
});

const unitDefaultsPlanSchema = z.strictObject({
  kind: z.literal('unit_defaults'),
  ...commonShape,
  newWorkers: z.literal('auto').exactOptional(),
  newMilitary: z.literal('fortify').exactOptional(),
  explorersEnd: z.enum(['sentry', 'fortify']).exactOptional(),
  /** Own units that had their defaults, or were there before; ids. */
  known: z.array(z.int()),
  /** Own units that explored when the plan was last carried out; ids. */
  exploring: z.array(z.int()),
});

const goAndPlanSchema = z.strictObject({
  kind: z.literal('go_and'),
  ...commonShape,
  unitId: z.int(),
  /** The displayed name of the unit's type. */
  unit: z.string(),
  /** Tile index of where it goes. */
  goal: z.int(),
  /** What it does there. */
  purpose: z.enum(goAndPurposes),
  /** patrol: tile index of the other end. */
  patrolTo: z.int().exactOptional(),
  /** On its way, at the goal, or doing its action there. */
  stage: z.enum(['going', 'there', 'done']),
  /** Why it could not do it when it tried last. */
  problem: z.string().exactOptional(),
  ...sendingShape,
});

const escortPlanSchema = z.strictObject({
  kind: z.literal('escort'),
  ...commonShape,
  unitId: z.int(),
  /** The displayed names of the two types. */
  unit: z.string(),
  charge: z.string(),
  /** The unit that it goes with, and the tile index where that is or, once it is gone, founded its city. */
  chargeId: z.int(),
  chargeTile: z.int(),
  ...sendingShape,
});

const defendPlanSchema = z.strictObject({
  kind: z.literal('defend'),
  ...commonShape,
  cityId: z.int(),
  city: z.string(),
  /** Units that are to stay in it. */
  number: z.int(),
  /** Units on their way to it. */
  units: z.array(z.strictObject({ id: z.int(), ...sendingShape })),
  /** Units that are not called: the agent gave them another order, or they cannot come. */
  released: z.array(z.int()),
});

const everythingButPlanSchema = z.strictObject({
  kind: z.literal('everything_but'),
  ...commonShape,
  /** Own units and cities that plans which choose for themselves leave alone. */
  ids: z.array(z.int()),
});

const delegationPlanSchema = z.strictObject({
  kind: z.literal('delegation'),
  ...commonShape,
  part: z.enum(delegatedParts),
  /** The first turn that is the agent's again. */
  until: z.int(),
  /** front: tile index of its middle, and the tiles around it. */
  place: z.int().exactOptional(),
  radius: z.int().exactOptional(),
  /** Units that were given the server's own automation. */
  units: z.array(z.int()),
  /** Units on their way, each with the tile index of its destination. Workers stay here while they work, and while they find nothing to do. */
  sent: z.array(z.strictObject({ id: z.int(), goal: z.int(), ...sendingShape })),
  /** Units that are left alone: the agent gave them another order, or they cannot come. */
  released: z.array(z.int()),
});

/** A standing plan, as it is written to disk. */
export const planSchema = z.discriminatedUnion('kind', [
  settlePlanSchema,
  researchQueuePlanSchema,
  cityPlanSchema,
  cityFocusPlanSchema,
  cityTilesPlanSchema,
  unitDefaultsPlanSchema,
  goAndPlanSchema,
  escortPlanSchema,
  defendPlanSchema,
  everythingButPlanSchema,
  delegationPlanSchema,
]);

/** A standing plan: what the game does for an agent at the beginning of each turn, until it ends. */
export type Plan = z.infer<typeof planSchema>;
/** A unit goes to a site and founds a city there. */
export type SettlePlan = z.infer<typeof settlePlanSchema>;
/** Technologies are researched in an order. */
export type ResearchQueuePlan = z.infer<typeof researchQueuePlanSchema>;

/** Cities build what is on a list. */
export type CityPlan = z.infer<typeof cityPlanSchema>;
/** Cities place their citizens for most of one output. */
export type CityFocusPlan = z.infer<typeof cityFocusPlanSchema>;
/** Citizens work the tiles that the agent chose. */
export type CityTilesPlan = z.infer<typeof cityTilesPlanSchema>;
/** What new units, and explorers that have nothing to explore, do by themselves. */
export type UnitDefaultsPlan = z.infer<typeof unitDefaultsPlanSchema>;

/** A unit goes somewhere to do something there. */
export type GoAndPlan = z.infer<typeof goAndPlanSchema>;
/** A unit goes with another. */
export type EscortPlan = z.infer<typeof escortPlanSchema>;
/** Units stay in a city to hold it. */
export type DefendPlan = z.infer<typeof defendPlanSchema>;
/** The game plays a part of the realm for some turns. */
export type DelegationPlan = z.infer<typeof delegationPlanSchema>;
/** What plans that choose for themselves leave alone. */
export type EverythingButPlan = z.infer<typeof everythingButPlanSchema>;

/** How a plan ended, in a sentence. */
export interface PlanEnd {
  readonly outcome: PlanEnded['outcome'];
  readonly cityId?: number;
  readonly sentence: string;
}

/** What a plan does next. The plan is kept as `plan`, or as `ifFailed` says where an action does not succeed, with the reason and the number of those that did. */
export type PlanStep =
  | { readonly kind: 'wait'; readonly plan: Plan }
  | {
      readonly kind: 'act';
      readonly plan: Plan;
      readonly ifFailed: (why: string, done: number) => Plan;
      readonly actions: readonly ActionData[];
    }
  | { readonly kind: 'end'; readonly end: PlanEnd };

/** The name of a plan that is for one unit or city, for all cities or for those to come. */
export function planIdOf(kind: Plan['kind'], of: number | 'all' | 'new'): string {
  return `${kind}-${of}`;
}

/** The step of a plan that continues as `plan`, whatever the outcome of its actions. */
export function stepWith(plan: Plan, actions: readonly ActionData[]): PlanStep {
  return actions.length === 0 ? { kind: 'wait', plan } : { kind: 'act', plan, ifFailed: () => plan, actions };
}

/** A change of the plans of a seat. */
export type PlanChange =
  | { readonly kind: 'set'; readonly plan: Plan }
  | { readonly kind: 'cancel'; readonly ids: readonly string[] };
