import { z } from 'zod';
import { presenceSchema, waitingForSchema } from './agent-answers.js';
import { gameConfigSchema } from './game-config.js';

/** Where a game stands. */
const gameStates = [
  'created',
  'lobby',
  'starting',
  'running',
  'paused',
  'recovering',
  'idle',
  'ended',
  'archived',
  'lost',
  'deleted',
] as const;

/** A player as everybody may know it. */
export const gamePlayerSchema = z.object({
  player_id: z.int(),
  name: z.string(),
  nation: z.string(),
  color: z.string().nullable(),
  is_ai: z.boolean(),
});

const rankSchema = z.object({
  player_id: z.int().describe('Player number'),
  name: z.string().describe('Name of its leader'),
  score: z.int().describe('Score at the end'),
  winner: z.boolean().describe('Whether it won'),
  categories: z.record(z.string(), z.int()).describe('What the server counts, by the name of the category'),
});

/** How a game ended. */
export const gameEndSchema = z.object({
  reason: z
    .enum(['victory', 'defeat', 'end_turn', 'admin', 'not_begun'])
    .describe(
      'victory: somebody won; defeat: no agent is left to play; end_turn: the last turn is over; admin: by request; not_begun: ended before it had begun',
    ),
  turn: z.int().describe('The last turn that was played'),
  winners: z.array(z.string()).describe('Names of the players that won'),
  ranking: z.array(rankSchema).describe('Best first'),
  report: z.array(z.string()).describe("The server's own sentences about the end"),
});

/** One game in a list. */
export const gameSummarySchema = z.object({
  game_id: z.string(),
  state: z.enum(gameStates),
  turn: z.int().nullable().describe('null before the first turn'),
  players: z.array(gamePlayerSchema),
});

/** All that is told of one game. */
export const gameInfoSchema = gameSummarySchema.extend({
  created_at: z.string().describe('When it was made'),
  config: gameConfigSchema,
  turn_time_limit: z.number().describe('Seconds; 0 waits for everyone'),
  time_left: z.number().nullable().describe('Seconds left of the running turn; null without a limit'),
  waiting_for: z
    .array(waitingForSchema.extend({ agent_id: z.string().nullable() }))
    .describe(
      'The players that have not ended the running turn; `agent_id` is null for a human on an ordinary client',
    ),
  paused: z.enum(['operator', 'absence', 'time_up']).nullable().describe('Why it is paused, or null'),
  seats: z.array(
    z.object({
      agent_id: z.string(),
      player_id: z.int(),
      presence: presenceSchema,
    }),
  ),
  join: z
    .object({ host: z.string(), port: z.int() })
    .nullable()
    .describe('Where humans on ordinary clients may join; null when they may not, or no server runs'),
  fork_of: z.object({ game_id: z.string(), turn: z.int() }).nullable(),
  ended: gameEndSchema.nullable(),
  problem: z.string().nullable().describe('Why the game cannot be had, or null'),
});

/** A player as everybody may know it. */
export type GamePlayer = z.infer<typeof gamePlayerSchema>;
/** How a game ended. */
export type GameEnd = z.infer<typeof gameEndSchema>;
/** One game in a list. */
export type GameSummary = z.infer<typeof gameSummarySchema>;
/** All that is told of one game. */
export type GameInfo = z.infer<typeof gameInfoSchema>;
