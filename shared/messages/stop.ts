import { z } from 'zod';

/** Ends the agent's running batches or, with a unit, what that unit is on its way to do. */
export const stopDataSchema = z.looseObject({ unit_id: z.int().optional(), actor_id: z.int().optional() });
