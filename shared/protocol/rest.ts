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
    sessions: z.object({
      /** They are written to disk, so that they outlive a crash of the gateway. */
      kept: z.boolean(),
    }),
  }),
});

/** What the proxy says on its own port. */
export const proxyHealthSchema = z.object({
  status: z.enum(['ok', 'degraded', 'draining']),
  live: z.literal(true),
  /** Games can be made and played now. */
  ready: z.boolean(),
  uptime_s: z.int().nonnegative(),
  dependencies: z.object({
    gateways: z.object({ linked: z.int().nonnegative() }),
    game_servers: z.object({
      /** A freeciv-server of a supported version is installed. */
      up: z.boolean(),
      /** Why not, and what to do. */
      problem: z.string().optional(),
      running: z.int().nonnegative(),
      /** Games whose server was lost and is being replaced. */
      recovering: z.int().nonnegative(),
      /** Games that could not be brought back; the next who asks for one tries again. */
      lost: z.int().nonnegative(),
      /** MAX_GAMES. */
      most: z.int().positive(),
    }),
    disk: diskSchema,
  }),
});

/** `GET /health/live`: the process runs. */
export const liveSchema = z.object({ live: z.literal(true) });

/** The body of every REST answer that refuses. */
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

/** The sessions of the gateway, for its operator. */
export const adminSessionsSchema = z.object({ sessions: z.array(adminSessionSchema) });

/** The file of tokens was read again. */
export const reloadedSchema = z.object({ reloaded: z.literal(true) });

/** The health of the gateway. */
export type Health = z.infer<typeof healthSchema>;
/** The health of the proxy. */
export type ProxyHealth = z.infer<typeof proxyHealthSchema>;
/** A session as the gateway's operator sees it. */
export type AdminSession = z.infer<typeof adminSessionSchema>;
