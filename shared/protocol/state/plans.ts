import { z } from 'zod';
import { type Immutable, placeSchema } from './common.js';

/** What an agent can leave to a standing plan. */
export const planKinds = [
  'settle',
  'research_queue',
  'city_plan',
  'city_focus',
  'city_tiles',
  'unit_defaults',
  'go_and',
  'escort',
  'defend',
  'everything_but',
  'delegation',
] as const;

/** Parts of a realm that can be handed to the game. */
export const delegatedParts = ['workers', 'defence', 'exploration', 'front', 'caravans'] as const;

/** What a unit can go somewhere for. */
export const goAndPurposes = [
  'fortify',
  'sentry',
  'join_city',
  'pillage',
  'patrol',
  'help_wonder',
  'trade_route',
  'establish_embassy',
] as const;

const planShape = {
  id: z.string().describe('Its name: plan_cancel takes it'),
  since: z.int().describe('Turn in which it was set'),
};

const settleViewSchema = z.strictObject({
  ...planShape,
  plan: z.literal('settle').describe('A unit goes to a site and founds a city there'),
  unit_id: z.int().describe('Id of the unit'),
  site: placeSchema.describe('Where it is going to found the city'),
  best: z.boolean().describe('Whether another site is chosen when this one can no longer be settled'),
});

const researchQueueViewSchema = z.strictObject({
  ...planShape,
  plan: z.literal('research_queue').describe('Technologies are researched in this order'),
  techs: z.array(z.string()).describe('Technologies still to be learned, by rule name, the next one first'),
});

const cityPlanViewSchema = z.strictObject({
  ...planShape,
  plan: z.literal('city_plan').describe('Cities build what is on a list'),
  cities: z
    .union([z.int(), z.enum(['all', 'new'])])
    .describe('Id of the one city, all, or those founded or taken since the plan was set'),
  list: z.array(z.string()).describe('Unit types and improvements by rule name, the first one first'),
  left: z
    .array(z.string())
    .describe('Those of the list that some of these cities are still to get; cities to come get all of it'),
  keep_defenders: z.int().describe('Units that hold a city, which each is to have; 0 for none'),
});

const cityFocusViewSchema = z.strictObject({
  ...planShape,
  plan: z.literal('city_focus').describe('Cities place their citizens for most of one output'),
  cities: z
    .union([z.int(), z.enum(['all', 'new'])])
    .describe('Id of the one city, all, or those founded or taken since the plan was set'),
  focus: z.enum(['food', 'shields', 'trade', 'gold', 'luxury', 'science']).describe('What they make most of'),
});

const cityTilesViewSchema = z.strictObject({
  ...planShape,
  plan: z.literal('city_tiles').describe('Citizens work the tiles that the agent chose'),
  city_id: z.int().describe('Id of the city'),
  tiles: z.array(placeSchema).describe('The tiles besides its centre, the first ones first'),
  keep: z
    .boolean()
    .describe('Whether citizens are put back when the server moves them; else the plan ends by that'),
});

const unitDefaultsViewSchema = z.strictObject({
  ...planShape,
  plan: z.literal('unit_defaults').describe('What units without orders do'),
  new_workers: z.literal('auto').optional().describe('New workers improve the land by themselves'),
  new_military: z.literal('fortify').optional().describe('New military units fortify in their city'),
  explorers_end: z
    .enum(['sentry', 'fortify'])
    .optional()
    .describe('What units do when their exploring is over'),
});

const goAndViewSchema = z.strictObject({
  ...planShape,
  plan: z.literal('go_and').describe('A unit goes somewhere to do something there'),
  unit_id: z.int().describe('Id of the unit'),
  goal: placeSchema.describe('Where it goes'),
  do: z.enum(goAndPurposes).describe('What it does there'),
  patrol_to: placeSchema.optional().describe('The other end of its patrol'),
});

const escortViewSchema = z.strictObject({
  ...planShape,
  plan: z.literal('escort').describe('A unit goes with another'),
  unit_id: z.int().describe('Id of the unit'),
  with_unit: z.int().describe('Id of the unit that it goes with'),
});

const defendViewSchema = z.strictObject({
  ...planShape,
  plan: z.literal('defend').describe('Units stay in a city to hold it'),
  city_id: z.int().describe('Id of the city'),
  number: z.int().describe('How many are to stay'),
  there: z.int().describe('How many are there and fortified'),
  coming: z.array(z.int()).describe('Ids of units on their way'),
});

const everythingButViewSchema = z.strictObject({
  ...planShape,
  plan: z.literal('everything_but').describe('What plans that choose for themselves leave alone'),
  except: z.array(z.int()).describe('Ids of units and cities'),
});

const delegationViewSchema = z.strictObject({
  ...planShape,
  plan: z.literal('delegation').describe('The game sees to a part of the realm'),
  part: z.enum(delegatedParts).describe('The part'),
  until: z.int().describe('The first turn in which the part is the agent’s again'),
  place: placeSchema.optional().describe('front: the middle of it'),
  radius: z.int().optional().describe('front: tiles around the place'),
  units: z.array(z.int()).describe('Ids of the units that act by it'),
});

/** A standing plan in states. */
export const planViewSchema = z.discriminatedUnion('plan', [
  settleViewSchema,
  researchQueueViewSchema,
  cityPlanViewSchema,
  cityFocusViewSchema,
  cityTilesViewSchema,
  unitDefaultsViewSchema,
  goAndViewSchema,
  escortViewSchema,
  defendViewSchema,
  everythingButViewSchema,
  delegationViewSchema,
]);

/** The section of states about standing plans. */
export const plansShape = {
  plans: z.array(planViewSchema).describe('Standing plans: what the game does by itself until they end'),
};

/** A standing plan as states show it. */
export type PlanView = Immutable<z.infer<typeof planViewSchema>>;
