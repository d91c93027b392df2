import { z } from 'zod';
import { type Immutable, outputsSchema, placeSchema, placeShape } from './common.js';

const routeSchema = z.strictObject({
  steps_left: z.int().describe('Orders that are left, moves and the last one together'),
  destination: placeSchema.describe('Where its moves end'),
  last: z
    .string()
    .describe('Its last order: move, action_move, full_mp (wait for full moves), activity or perform_action'),
  repeat: z.boolean().describe('The orders begin again when they are done, as on patrol'),
});

/** What everybody knows of a unit in sight. */
const seenUnitSchema = z.strictObject({
  id: z.int().describe('Unit id'),
  owner: z.int().describe('Player number of its owner'),
  type: z.string().describe('Unit type by its rule name, for example workers'),
  type_name: z.string().describe('Unit type as it is written for people, for example "Workers"'),
  ...placeShape,
  moves_left: z
    .number()
    .nullable()
    .describe(
      'Moves left in this turn, fractions included (2 digits); null for units of others, as it is not told',
    ),
  moves: z.number().describe('Moves in a turn of its type, fractions included (2 digits)'),
  hp: z.int().describe('Hit points left'),
  hp_max: z.int().describe('Hit points of an undamaged unit of its type'),
  attack: z.int().describe('Attack strength of its type, without experience or terrain'),
  defense: z.int().describe('Defense strength of its type, without experience or terrain'),
  firepower: z.int().describe('Damage of each round of combat that it wins'),
  veteran: z.int().describe('Veteran level: 0 green, 1 veteran and so on, as in the ruleset'),
  activity: z
    .string()
    .describe('What it does: idle, fortified, sentry, gen_road, irrigate, mine, explore and so on'),
  activity_target: z
    .string()
    .nullable()
    .describe('The extra that the activity makes or removes, for example road; null for none'),
  transported_by: z.int().nullable().describe('Id of the unit that carries it; null when none does'),
  occupied: z.boolean().describe('Whether it carries other units'),
});

/** What its owner knows besides. */
const ownUnitSchema = z.strictObject({
  fuel: z.int().optional().describe('Turns of fuel left; own units of types that need fuel only'),
  home_city: z.int().nullable().describe('Id of the city that supports it; null for none. Own units only'),
  upkeep: outputsSchema
    .exactPartial()
    .describe('What its home city pays for it in a turn, outputs that are not 0 only. Own units only'),
  automatic: z.boolean().describe('It works or explores by itself. Own units only'),
  done_moving: z.boolean().describe('It is done for this turn. Own units only'),
  carrying: z.string().optional().describe('Goods it carries; own units that can trade only'),
  goto: placeSchema.nullable().describe('Where it is on the way to; null for nowhere. Own units only'),
  orders: routeSchema.nullable().describe('The rest of its route; null without orders. Own units only'),
  needs_decision_at: placeSchema
    .optional()
    .describe('It waits to be told which action to do against this tile. Own units only'),
});

/** A unit as this seat knows it. */
export const unitViewSchema = z.strictObject({
  ...seenUnitSchema.shape,
  ...ownUnitSchema.exactPartial().shape,
});

/** A unit in sight. */
export type UnitView = Immutable<z.infer<typeof unitViewSchema>>;
/** The fields that are there for every unit in sight. */
export type SeenUnit = Immutable<z.infer<typeof seenUnitSchema>>;
/** The further fields of own units. */
export type OwnUnit = Immutable<z.infer<typeof ownUnitSchema>>;
/** The rest of a unit's orders. */
export type UnitOrders = Immutable<z.infer<typeof routeSchema>>;
