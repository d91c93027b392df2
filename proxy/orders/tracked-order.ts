import { z } from 'zod';
import type { Unit } from '../world/unit.js';
import { occupationSchema } from './occupation.js';
import { wakeConditionsSchema } from './wake-on.js';

const unitIds = z.array(z.int());

/** What of an order is kept on disk. */
const savedOrderSchema = z.strictObject({
  unitId: z.int(),
  occupation: occupationSchema,
  /** Undefined for an order that did not come from an action of this seat. */
  wake: wakeConditionsSchema.exactOptional(),
  /** Strangers that were in its sight when it was last looked at; unit ids. */
  seen: unitIds,
  /** Whether a wake condition has come true, so that the server has been asked to stop it. */
  isStopping: z.boolean(),
});

/** A unit that has something to ask of the agent. */
const callSchema = z.strictObject({
  unitId: z.int(),
  /** The turn and the tile in which it began to ask. */
  turn: z.int(),
  tile: z.int(),
  why: z.enum(['attack', 'contact', 'turn', 'idle']),
  sentence: z.string(),
});

/** As it is kept on disk. */
export const savedOrdersSchema = z.strictObject({
  orders: z.array(savedOrderSchema),
  calls: z.array(callSchema),
});

export type SavedOrders = z.infer<typeof savedOrdersSchema>;
export type Call = z.infer<typeof callSchema>;

/** An order that goes on over turns. */
export type TrackedOrder = z.infer<typeof savedOrderSchema> & {
  /** The unit when it was last looked at, and when its turn began; not known just after a restart. */
  readonly last?: Unit;
  readonly atTurn?: Unit;
};

/** How long a unit that asks is listed, in turns, if nobody answers it. */
export const CALL_TURNS = 2;
