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
  player_id: z.int(),
  name: z.string(),
  score: z.int(),
  winner: z.boolean(),
  /** What the server counts, by the name of the category. */
  categories: z.record(z.string(), z.int()),
});

/** How a game ended. */
export const gameEndSchema = z.object({
  /**
   * Somebody won, no agent is left to play, the last turn is over, somebody ended it by request, or it was ended before
   * it had begun.
   */
  reason: z.enum(['victory', 'defeat', 'end_turn', 'admin', 'not_begun']),
  turn: z.int(),
  /** Names of the players that won. */
  winners: z.array(z.string()),
  /** Best first. */
  ranking: z.array(rankSchema),
  /** The server's own sentences about the end. */
  report: z.array(z.string()),
});

/** One game in a list. */
export const gameSummarySchema = z.object({
  game_id: z.string(),
  state: z.enum(gameStates),
  /** null before the first turn. */
  turn: z.int().nullable(),
  players: z.array(gamePlayerSchema),
});

/** All that is told of one game. */
export const gameInfoSchema = gameSummarySchema.extend({
  /** When it was made. */
  created_at: z.string(),
  config: gameConfigSchema,
  /** Seconds; 0 waits for everyone. */
  turn_time_limit: z.number(),
  /** Seconds left of the running turn; null without a limit. */
  time_left: z.number().nullable(),
  /** The players that have not ended the running turn; `agent_id` is null for a human on an ordinary client. */
  waiting_for: z.array(waitingForSchema.extend({ agent_id: z.string().nullable() })),
  /** Why it is paused, or null. */
  paused: z.enum(['operator', 'absence', 'time_up']).nullable(),
  seats: z.array(
    z.object({
      agent_id: z.string(),
      player_id: z.int(),
      presence: presenceSchema,
    }),
  ),
  /** Where humans on ordinary clients may join; null when they may not, or no server runs. */
  join: z.object({ host: z.string(), port: z.int() }).nullable(),
  fork_of: z.object({ game_id: z.string(), turn: z.int() }).nullable(),
  ended: gameEndSchema.nullable(),
  /** Why the game cannot be had, or null. */
  problem: z.string().nullable(),
});

export type GamePlayer = z.infer<typeof gamePlayerSchema>;
export type GameEnd = z.infer<typeof gameEndSchema>;
export type GameSummary = z.infer<typeof gameSummarySchema>;
export type GameInfo = z.infer<typeof gameInfoSchema>;
