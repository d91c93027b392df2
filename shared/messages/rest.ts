import { z } from 'zod';

/** The answers of the REST routes. */
const healthSchema = z.object({
  status: z.enum(['ok', 'degraded', 'draining']),
  live: z.literal(true),
  /** Agents can log in now. */
  ready: z.boolean(),
  uptime_s: z.int().nonnegative(),
  dependencies: z.object({ proxy: z.object({ up: z.boolean() }) }),
});

const adminSessionSchema = z.object({
  agent_id: z.string(),
  /** The beginning of its id. */
  session: z.string(),
  game_id: z.string(),
  connected: z.boolean(),
  address: z.string(),
  last_seq: z.int().nonnegative(),
});

export const adminSessionsSchema = z.object({ sessions: z.array(adminSessionSchema) });

export type Health = z.infer<typeof healthSchema>;
export type AdminSession = z.infer<typeof adminSessionSchema>;
