import { z } from 'zod';
import { type Immutable, outputsSchema, placeShape } from './common.js';

const tradeRouteSchema = z.strictObject({
  partner: z.int().describe('Id of the city at the other end'),
  value: z.int().describe('Trade points a turn'),
  goods: z.string().nullable().describe('What is traded; null when the ruleset names nothing'),
  direction: z.string().describe('from, to or bidirectional'),
});

const citizensSchema = z.strictObject({
  happy: z.int().describe('Happy citizens'),
  content: z.int().describe('Content citizens'),
  unhappy: z.int().describe('Unhappy citizens'),
  angry: z.int().describe('Angry citizens; each counts as two unhappy ones'),
});

/** What everybody knows of a city. */
const seenCitySchema = z.strictObject({
  id: z.int().describe('City id'),
  name: z.string().describe('Name of the city'),
  ...placeShape,
  owner: z.int().describe('Player number of its owner'),
  population: z.int().describe('Citizens, the same as `size`'),
  size: z.int().describe('Citizens'),
  production: z
    .string()
    .nullable()
    .describe('What it builds, by rule name; null when that is not known, as of cities seen from outside'),
  improvements: z.array(z.string()).describe('Its buildings and wonders, by rule name'),
  occupied: z.boolean().optional().describe('Whether units stand in it; cities seen from outside only'),
});

/** What only its owner knows, and who looks into it. */
const cityDetailSchema = z.strictObject({
  production: z.string().nullable().describe('What it builds, by rule name'),
  production_kind: z.enum(['unit', 'improvement']).describe('Whether it builds a unit or a building'),
  production_cost: z
    .int()
    .nullable()
    .describe('Shields that what it builds takes in all; null for coinage, which is never finished'),
  shield_stock: z.int().describe('Shields that are there already'),
  production_turns: z
    .int()
    .nullable()
    .describe(
      'Turns until it is built at the present surplus, and the city has grown enough for a unit that citizens leave with; ' +
        'null: never, or it is coinage',
    ),
  buy_cost: z.int().describe('Gold to finish it now'),
  did_buy: z.boolean().describe('It bought in this turn already'),
  did_sell: z.boolean().describe('It sold a building in this turn already'),
  worklist: z.array(z.string()).describe('What it builds afterwards, in order, by rule name'),
  food_stock: z.int().describe('Food in its granary'),
  granary_size: z.int().nullable().describe('Food needed to grow; null when it is not known'),
  turns_to_grow: z
    .int()
    .nullable()
    .describe('Turns until it grows at the present surplus; null: it does not'),
  turns_to_starve: z
    .int()
    .nullable()
    .describe('Turns until hunger takes a citizen or a unit; null: its food lasts'),
  surplus: outputsSchema.describe('What is left in a turn after upkeep and waste'),
  output: outputsSchema.describe('What it makes in a turn after waste and before upkeep'),
  citizens: citizensSchema.describe('Citizens by mood, specialists aside'),
  disorder: z
    .boolean()
    .describe('Civil disorder: more unhappy than happy citizens, so no production and no taxes'),
  was_happy: z.boolean().describe('It celebrated in the turn before (rapture)'),
  specialists: z
    .record(z.string(), z.int())
    .describe('Number of specialists by their plural name, for example scientists'),
  trade_routes: z.array(tradeRouteSchema).describe('Its trade routes'),
  pollution: z.int().describe('Pollution points a turn'),
  culture: z.int().describe('Culture points, history included'),
  radius_sq: z.int().describe('Squared radius of the area it works, in tiles'),
  airlifts: z.int().describe('Airlifts it can still do in this turn'),
  founded_turn: z.int().describe('Turn in which it was founded'),
});

/** A city as this seat knows it; the fields of a detail are there for its own cities and those it sees into. */
export const cityViewSchema = z.strictObject({
  ...cityDetailSchema.exactPartial().shape,
  ...seenCitySchema.shape,
});

/** A city as this seat knows it. */
export type CityView = Immutable<z.infer<typeof cityViewSchema>>;
/** The further fields of own cities and of those looked into. */
export type CityDetail = Immutable<z.infer<typeof cityDetailSchema>>;
