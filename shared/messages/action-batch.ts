import { z } from 'zod';

/** How many actions one batch may hold. */
const MAX_ACTIONS = 100;

/**
 * Several actions in one request, done in order. Ids in them may be references: `last_created` (unit or city this batch
 * made last), `last_city`, `capital`, `self` (the agent's player).
 */
export const actionBatchDataSchema = z.looseObject({
  request_id: z.string().min(1).max(128).optional(),
  actions: z.array(z.record(z.string(), z.unknown())).min(1).max(MAX_ACTIONS),
  /** Whether the actions after one that failed are left out. */
  stop_on_error: z.boolean().default(false),
});

export type ActionBatchData = z.infer<typeof actionBatchDataSchema>;
