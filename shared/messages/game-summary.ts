import { z } from 'zod';

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

export type GamePlayer = z.infer<typeof gamePlayerSchema>;
export type GameEnd = z.infer<typeof gameEndSchema>;
