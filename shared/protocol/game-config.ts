import { z } from 'zod';

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

/** What becomes of a seat whose turn is not ended when its time is up. */
export const turnPolicySchema = z.enum([
  /** Its turn is ended for it. */
  'end_turn',
  /** An AI looks after its cities as the turn ends and moves its units as the next one begins. */
  'ai',
  /** The game waits until somebody resumes it. */
  'pause',
]);

export type TurnPolicy = z.infer<typeof turnPolicySchema>;

const mapSchema = z.looseObject({
  xsize: z.int().min(16).max(512).optional(),
  ysize: z.int().min(16).max(512).optional(),
  /** Thousands of tiles, where xsize and ysize are not given. */
  size: z.int().min(1).max(128).optional(),
  generator: z.enum(['RANDOM', 'FRACTAL', 'ISLAND', 'FAIR', 'FRACTURE']).optional(),
  topology: z
    .string()
    .regex(
      /^((WRAPX|WRAPY|ISO|HEX)(\|(WRAPX|WRAPY|ISO|HEX))*)?$/,
      'expected WRAPX, WRAPY, ISO, HEX joined by |',
    )
    .optional(),
});

const seedsSchema = z.looseObject({
  game: z.int().min(0).max(0xffff_ffff).optional(),
  map: z.int().min(0).max(0xffff_ffff).optional(),
});

/** How a game is made. */
export const gameConfigSchema = z.looseObject({
  ruleset: z
    .enum(['classic', 'civ2civ3', 'civ1', 'civ2', 'multiplayer', 'experimental', 'sandbox', 'alien'])
    .default('classic'),
  /** All players, agents and AIs together. */
  players: z.int().min(1).max(30).default(4),
  /** How many agents must have a seat before the game starts. */
  min_agents: z.int().min(1).max(30).default(1),
  ai_skill: z.enum(aiSkillLevels).default('easy'),
  /** Another name of ai_skill, which it goes before. */
  ai_level: z.enum(aiSkillLevels).optional(),
  map: mapSchema.default({}),
  seeds: seedsSchema.default({}),
  /** What every player begins with, a letter a unit, as freeciv's `startunits`: ccwwx are two founders, two workers, an explorer. */
  start_units: z
    .string()
    .regex(/^[cwxksfdDaA]{1,64}$/, 'expected letters of cwxksfdDaA, as in freeciv’s startunits')
    .optional(),
  /** The last turn. */
  end_turn: z.int().min(1).max(32_767).optional(),
  /** Seconds; 0 waits for everyone. */
  turn_time_limit: z.int().min(0).max(8_639_999).optional(),
  /** Seconds a turn waits for an agent without a connection, once; ABSENT_WAIT_S without it. */
  absent_wait: z.number().min(0).max(86_400).optional(),
  /** For seats that ask for nothing else. */
  turn_policy: turnPolicySchema.default('end_turn'),
  victory: z.array(z.enum(['SPACERACE', 'ALLIED', 'CULTURE'])).optional(),
  /** Whether people may watch. */
  spectators: z.boolean().default(true),
  /** Humans on ordinary clients may join the lobby, and it waits for so many of them; nobody may without it. */
  humans: z.int().min(0).max(29).optional(),
});

export type GameConfig = z.infer<typeof gameConfigSchema>;
