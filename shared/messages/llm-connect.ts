import { z } from 'zod';
import { gameIdSchema } from './envelope.js';

const aiSkillLevels = [
  'away',
  'handicapped',
  'novice',
  'easy',
  'normal',
  'hard',
  'cheating',
  'experimental',
] as const;

/** How a game is made when llm_connect names one that does not exist. */
export const gameConfigSchema = z.looseObject({
  ruleset: z
    .enum(['classic', 'civ2civ3', 'civ1', 'civ2', 'multiplayer', 'experimental', 'sandbox', 'alien'])
    .default('classic'),
  /** All players, agents and AIs together. */
  players: z.int().min(1).max(30).default(4),
  /** How many agents must have a seat before the game starts. */
  min_agents: z.int().min(1).max(30).default(1),
  ai_skill: z.enum(aiSkillLevels).default('easy'),
  map: z
    .looseObject({
      xsize: z.int().min(16).max(512).optional(),
      ysize: z.int().min(16).max(512).optional(),
      generator: z.enum(['RANDOM', 'FRACTAL', 'ISLAND', 'FAIR', 'FRACTURE']).optional(),
      topology: z
        .string()
        .regex(/^((WRAPX|WRAPY|ISO|HEX)(\|(WRAPX|WRAPY|ISO|HEX))*)?$/)
        .optional(),
    })
    .default({}),
  seeds: z
    .looseObject({
      game: z.int().min(0).max(0xffff_ffff).optional(),
      map: z.int().min(0).max(0xffff_ffff).optional(),
    })
    .default({}),
  end_turn: z.int().min(1).max(32_767).optional(),
  /** Seconds; 0 waits for everyone. */
  turn_time_limit: z.int().min(0).max(8_639_999).optional(),
  victory: z.array(z.enum(['SPACERACE', 'ALLIED', 'CULTURE'])).optional(),
});

export type GameConfig = z.infer<typeof gameConfigSchema>;

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
  session_id: z.string().max(128).optional(),
  last_seq: z.int().nonnegative().optional(),
});

export type LlmConnectData = z.infer<typeof llmConnectDataSchema>;
