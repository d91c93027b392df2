import { z } from 'zod';
import { orderKinds } from '../event.js';
import { type Immutable, placeSchema } from './common.js';

/** What ends an order before it is done, with the defaults of its kind. */
export const wakeConditionsSchema = z.strictObject({
  contact: z
    .enum(['foreign', 'enemy'])
    .optional()
    .describe(
      'A unit of others comes into its sight: of anybody but allies, or of enemies and barbarians only',
    ),
  attack: z.boolean().describe('It, or what stands with it, is attacked'),
  idle: z.boolean().describe('It has nothing left to do, or works by itself and found nothing for a turn'),
  turn: z.int().optional().describe('That turn begins'),
});

/** Why a unit was woken. */
export const wakeReasonSchema = z.enum(['attack', 'contact', 'turn', 'idle']);

const standingOrderSchema = z.strictObject({
  unit_id: z.int().describe('Id of the unit'),
  order: z.enum(orderKinds).describe('What it goes on with by itself'),
  goal: placeSchema.optional().describe('Where a goto leads'),
  wake_on: wakeConditionsSchema
    .optional()
    .describe('What ends it early; only where it is not the default of such an order'),
});

const askingUnitSchema = z.strictObject({
  unit_id: z.int().describe('Id of the unit'),
  why: wakeReasonSchema.describe('What woke it'),
  turn: z.int().describe('Turn since which it asks'),
  sentence: z.string().describe('All of it in words, with names'),
});

/** The sections of states about what units go on with by themselves. */
export const standingOrdersShape = {
  standing_orders: z
    .array(standingOrderSchema)
    .describe('Orders of own units that go on over turns, by unit id'),
  units_asking: z
    .array(askingUnitSchema)
    .describe('Own units that were woken, or whose order is over, and that were told nothing since'),
};

const standingOrdersSchema = z.strictObject(standingOrdersShape);

/** What units go on with by themselves, and those that ask for something to do. */
export type StandingOrdersView = Immutable<z.infer<typeof standingOrdersSchema>>;
/** An order that goes on over turns. */
export type StandingOrderView = Immutable<z.infer<typeof standingOrderSchema>>;
/** What ends an order before it is done. */
export type WakeConditions = z.infer<typeof wakeConditionsSchema>;
