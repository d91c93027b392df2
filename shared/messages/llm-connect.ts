import { z } from 'zod';
import { gameIdSchema } from './envelope.js';
import { gameConfigSchema, turnPolicySchema } from './game-config.js';

/** A wish of an agent for its seat that could not be granted: what it wanted, what it got instead, and why. */
export const notGrantedSchema = z.object({
  field: z.enum(['nation', 'leader_name']),
  wanted: z.string(),
  got: z.string(),
  reason: z.string(),
});

export const llmConnectDataSchema = z.looseObject({
  api_token: z.string().min(1).max(512),
  model: z.string().max(128).optional(),
  game_id: gameIdSchema.default('default'),
  /** false: join only; a game that does not exist is then E140. */
  create: z.boolean().default(true),
  capabilities: z.array(z.string().max(64)).max(64).default([]),
  nation: z.string().min(1).max(47).optional(),
  leader_name: z.string().min(1).max(47).optional(),
  game_config: gameConfigSchema.prefault({}),
  /** What becomes of this seat's turn when its time is up; the game's own turn_policy without it. */
  turn_policy: turnPolicySchema.optional(),
  session_id: z.string().max(128).optional(),
  last_seq: z.int().nonnegative().optional(),
});

export type NotGranted = z.infer<typeof notGrantedSchema>;
export type LlmConnectData = z.infer<typeof llmConnectDataSchema>;
