import { z } from 'zod';
import { diskSchema } from './disk.js';

/** The answers of the REST routes. */
export const healthSchema = z.object({
  status: z.enum(['ok', 'degraded', 'draining']),
  live: z.literal(true),
  /** Agents can log in now. */
  ready: z.boolean(),
  uptime_s: z.int().nonnegative(),
  dependencies: z.object({
    proxy: z.object({
      up: z.boolean(),
      /** Not there while the proxy does not answer. */
      disk: diskSchema.optional(),
    }),
  }),
});

export const liveSchema = z.object({ live: z.literal(true) });

export const restErrorSchema = z.object({
  /** A sentence to act on. */
  error: z.string(),
  /** One of the error codes, where the games refuse. */
  code: z.string().optional(),
  /** The field at fault. */
  path: z.string().optional(),
  details: z.record(z.string(), z.unknown()).optional(),
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

export const reloadedSchema = z.object({ reloaded: z.literal(true) });

export type Health = z.infer<typeof healthSchema>;
export type AdminSession = z.infer<typeof adminSessionSchema>;
