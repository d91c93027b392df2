import { z } from 'zod';

/** The answers of the REST routes. */
export const healthSchema = z.object({
  status: z.enum(['ok', 'degraded', 'draining']),
  live: z.literal(true),
  /** Agents can log in now. */
  ready: z.boolean(),
  uptime_s: z.int().nonnegative(),
  dependencies: z.object({ proxy: z.object({ up: z.boolean() }) }),
});

export const liveSchema = z.object({ live: z.literal(true) });

export const restErrorSchema = z.object({ error: z.string() });

export const gameListSchema = z.object({
  games: z.array(
    z.object({
      game_id: z.string(),
      state: z.string(),
      /** null before the first turn. */
      turn: z.int().nullable(),
      players: z.array(
        z.object({
          name: z.string(),
          nation: z.string(),
          color: z.string().nullable(),
          is_ai: z.boolean(),
        }),
      ),
    }),
  ),
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
