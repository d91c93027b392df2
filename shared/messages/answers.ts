import { z } from 'zod';
import { type ErrorCode, errorCodes } from '../error-codes.js';
import { missingPartSchema } from './missing.js';

/** What the gateway itself says to agents; the answers of games are made of the views. */
export const welcomeDataSchema = z.object({
  message: z.string(),
  protocol_version: z.string(),
  /** Seconds. */
  heartbeat_interval: z.number().positive(),
  session_timeout: z.number().positive(),
  login_timeout: z.number().positive(),
  max_message_bytes: z.int().positive(),
  max_connections_per_agent: z.int().positive(),
});

export const authSuccessDataSchema = z.looseObject({
  type: z.literal('auth_success'),
  success: z.literal(true),
  session_id: z.string(),
  player_id: z.int(),
  game_id: z.string(),
  session_expires_in: z.number().positive(),
  /** The last push of this session. */
  seq: z.int().nonnegative(),
  resumed: z.boolean().optional(),
  /** How many pushes follow that the agent has not had. */
  missed: z.int().nonnegative().optional(),
  /** Some of them are no longer held: ask for a full state. */
  resync: z.boolean().optional(),
  civserver_port: z.int().optional(),
  /** In a new session: the game was brought back without what is missing. */
  incomplete: z.literal(true).optional(),
  missing: z.array(missingPartSchema).optional(),
});

const codes = Object.keys(errorCodes).filter((code): code is ErrorCode => Object.hasOwn(errorCodes, code));

export const errorDataSchema = z.looseObject({
  type: z.literal('error'),
  success: z.literal(false),
  error_code: z.enum(codes),
  error_message: z.string(),
  code: z.enum(codes),
  message: z.string(),
  details: z.looseObject({
    /** Seconds until the same may work. */
    retry_after: z.number().optional(),
    /** The field at fault. */
    path: z.string().optional(),
    expected: z.string().optional(),
    did_you_mean: z.array(z.string()).optional(),
  }),
});
