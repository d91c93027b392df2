import { z } from 'zod';
import { type Immutable, outputsSchema, placeSchema, placeShape } from './common.js';

const amountsSchema = z.strictObject({
  gross: z.int().describe('What tiles, specialists, trade routes, taxes and buildings bring'),
  lost: z.int().optional().describe('Corruption, waste and what disorder takes; absent for 0'),
  upkeep: z.int().optional().describe('Spent on citizens, units and buildings; absent for 0'),
  net: z.int().describe('gross - lost - upkeep'),
});

const rowOutputsSchema = z
  .strictObject({
    food: amountsSchema.describe('Food a turn'),
    shield: amountsSchema.describe('Shields (production points) a turn'),
    trade: amountsSchema.describe('Trade points a turn, before they are divided by the tax rates'),
    gold: amountsSchema.describe('Gold a turn'),
    luxury: amountsSchema.describe('Luxury points a turn'),
    science: amountsSchema.describe('Bulbs (research points) a turn'),
  })
  .exactPartial();

const tileSchema = z.strictObject({
  ...placeShape,
  food: z.int().describe('Food a turn'),
  shield: z.int().describe('Shields a turn'),
  trade: z.int().describe('Trade points a turn'),
});

const citizensSchema = z.strictObject({
  happy: z.int().optional().describe('Happy citizens; absent for 0'),
  content: z.int().optional().describe('Content citizens; absent for 0'),
  unhappy: z.int().optional().describe('Unhappy citizens; absent for 0'),
  angry: z.int().optional().describe('Angry citizens, each of whom counts as two unhappy ones; absent for 0'),
  specialists: z
    .record(z.string(), z.int())
    .optional()
    .describe('Citizens who work no tile, by kind in the plural; absent when there are none'),
});

const buildingSchema = z.strictObject({
  name: z.string().describe('What the city builds, by rule name'),
  turn: z
    .int()
    .nullable()
    .describe('Turn in which it is there; null: never at this surplus, or it is coinage'),
  stock: z.int().describe('Shields that are there already; they alone do not make a row a changed one'),
  cost: z.int().nullable().describe('Shields it takes in all; null for coinage'),
});

const swapSchema = z.strictObject({
  from: placeSchema.describe('A tile that is worked'),
  to: placeSchema.describe('The tile to work instead'),
  gain: outputsSchema
    .exactPartial()
    .describe('What the city has more of by it, after upkeep and corruption; nothing gets less'),
});

const rowPlanSchema = z.strictObject({
  id: z.string().describe('Id of a standing plan'),
  left: z
    .array(z.string())
    .optional()
    .describe(
      'Of a city_plan: what of its list the city has not got yet, by rule name; it alone does not make a row a changed one',
    ),
  focus: z
    .enum(['food', 'shields', 'trade', 'gold', 'luxury', 'science'])
    .optional()
    .describe('Of a city_focus: what the city makes most of'),
});

/** An own city in one row: where its citizens work, what it makes, and what comes next. */
export const cityRowSchema = z.strictObject({
  id: z.int().describe('City id'),
  name: z.string().describe('Name of the city'),
  ...placeShape,
  size: z.int().describe('Citizens'),
  tiles: z.array(tileSchema).describe('The tiles it works and what each yields; its centre is the first'),
  outputs: rowOutputsSchema.describe(
    'What it makes in a turn; outputs of which it makes and spends nothing are absent',
  ),
  citizens: citizensSchema.describe('What its citizens are: specialists, and the others by mood'),
  disorder: z.literal(true).optional().describe('Civil disorder: no production and no taxes'),
  unrest_next: z
    .literal(true)
    .optional()
    .describe(
      'With one citizen more at work it would be in disorder at these rates; the server makes one a specialist where it can',
    ),
  celebrates: z.literal(true).optional().describe('It celebrated at the last turn change'),
  improvements: z.array(z.string()).describe('Its buildings and wonders, by rule name'),
  building: buildingSchema.nullable().describe('What it builds; null when that is not known'),
  grows_turn: z.int().optional().describe('Turn in which it has one citizen more at this surplus'),
  starves_turn: z.int().optional().describe('Turn in which hunger takes a citizen or a unit'),
  best_swap: swapSchema
    .optional()
    .describe(
      'The best change of one tile for another by which nothing gets less; absent when there is none',
    ),
  plans: z.array(rowPlanSchema).optional().describe('The standing plans that hold for it'),
});

/** All own cities in rows, or those that changed. */
export const cityRowsShape = {
  since: z
    .int()
    .optional()
    .describe(
      'Rows that are as they were at this version are left out; absent: the rows of all cities are there',
    ),
  unchanged: z.int().describe('How many rows are left out'),
  gone: z
    .array(z.int())
    .optional()
    .describe('Ids of cities that had a row and are no longer own ones; absent when there are none'),
  cities: z.array(cityRowSchema).describe('A row for each own city, by id'),
};

const cityRowsSchema = z.strictObject(cityRowsShape);

/** All own cities in rows, or those that changed. */
export type CityRows = Immutable<z.infer<typeof cityRowsSchema>>;

/** An own city in one row. */
export type CityRow = Immutable<z.infer<typeof cityRowSchema>>;
/** A worked tile of a row. */
export type CityRowTile = CityRow['tiles'][number];
