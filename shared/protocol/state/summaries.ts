import { z } from 'zod';
import { type Immutable, placeSchema, placeShape } from './common.js';

const unitBriefSchema = z.strictObject({
  id: z.int().describe('Unit id'),
  type: z.string().describe('Unit type by its rule name'),
  ...placeShape,
  moves_left: z.number().describe('Moves left in this turn, fractions included'),
  hp: z.int().optional().describe('Hit points; only when it is damaged'),
  in: z.string().optional().describe('Name of the city it stands in'),
  can_found_city: z.literal(true).optional().describe('It could found a city where it stands'),
  settle_at: placeSchema.optional().describe('A site for a city that is worth the way'),
});

/** The sections of the optimised state about own units. */
export const unitSummariesShape = {
  units_needing_orders: z
    .array(unitBriefSchema)
    .describe('Own units that can move and have nothing to do, founders of cities first, at most 14'),
  units_needing_orders_more: z.int().describe('How many more of them there are'),
  units_busy: z
    .record(z.string(), z.int())
    .describe('All other own units: how many by type and activity, for example "workers gen_road"'),
};

const unitSummariesSchema = z.strictObject(unitSummariesShape);

const productionAdviceSchema = z.strictObject({
  build: z.string().describe('What it should build, by rule name'),
  why: z.string().describe('The reason in a few words'),
});

const cityBriefSchema = z.strictObject({
  id: z.int().describe('City id'),
  name: z.string().describe('Name of the city'),
  ...placeShape,
  size: z.int().describe('Citizens'),
  building: z.string().nullable().describe('What it builds, by rule name; null when not known'),
  turns: z
    .int()
    .nullable()
    .describe(
      'Turns until that is built, and the city has grown enough for a unit that citizens leave with; null: never at the ' +
        'present surplus',
    ),
  buy_cost: z.int().optional().describe('Gold to finish it now; only where the treasury has enough'),
  food: z.int().describe('Surplus of food a turn'),
  shields: z.int().describe('Surplus of shields a turn'),
  gold: z.int().describe('Surplus of gold a turn'),
  science: z.int().describe('Bulbs a turn'),
  grows_in: z.int().optional().describe('Turns until it grows; absent when it does not'),
  defenders: z.int().describe('Own units in it that can fight'),
  problems: z
    .array(z.enum(['disorder', 'starving', 'undefended', 'coinage', 'stalled', 'too_small']))
    .optional()
    .describe('What is wrong; too_small: it has too few citizens for the unit it builds'),
  advice: productionAdviceSchema.optional().describe('What it should build instead'),
});

/** The sections of the optimised state about own cities. */
export const citySummariesShape = {
  own_cities: z.array(cityBriefSchema).describe('Own cities, those with problems first, at most 20'),
  own_cities_more: z.int().describe('How many more there are'),
};

const citySummariesSchema = z.strictObject(citySummariesShape);

/** An own unit that waits for orders. */
export type UnitBrief = Immutable<z.infer<typeof unitBriefSchema>>;
/** Own units as a model reads them. */
export type UnitSummaries = Immutable<z.infer<typeof unitSummariesSchema>>;
/** An own city in one line. */
export type CityBrief = Immutable<z.infer<typeof cityBriefSchema>>;
/** Own cities as a model reads them. */
export type CitySummaries = Immutable<z.infer<typeof citySummariesSchema>>;
/** What is wrong with a city. */
export type CityProblem = NonNullable<CityBrief['problems']>[number];
/** What a city should build instead of what it builds. */
export type ProductionAdvice = Immutable<z.infer<typeof productionAdviceSchema>>;
