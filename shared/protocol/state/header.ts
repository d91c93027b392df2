import { z } from 'zod';
import type { Immutable } from './common.js';

/** Where the game stands between two turn changes. */
const phaseSchema = z.enum(['before_game', 'attaching', 'movement', 'turn_change', 'game_over']);

const defeatSchema = z.strictObject({
  turn: z.int().nullable().describe('The turn of the defeat; null when it is not known'),
});

const rankingSchema = z.strictObject({
  player_id: z.int().describe('Player number'),
  score: z.int().describe('Score as the server reports it at the end'),
  winner: z.boolean().describe('Whether the server names this player a winner'),
});

/** The fields of every state that are small and about the whole game. */
export const headerShape = {
  version: z
    .int()
    .nonnegative()
    .describe('State version; it rises with every change. A later delta may be asked for since it'),
  turn: z.int().nonnegative().describe('Turn number; 0 before the first turn'),
  year: z.int().describe('Calendar year of the turn; negative before the era'),
  year_name: z.string().describe('The year as people write it, for example "4000 BCE"'),
  phase: phaseSchema.describe(
    'movement: the player may act; turn_change: the server is between two turns; before_game: the first turn has not ' +
      'begun; attaching: a seat is being taken in a running game; game_over: the game has ended',
  ),
  player_id: z
    .int()
    .nullable()
    .describe('Player number of this seat; null for an observer of the whole game'),
  time_limit: z.number().positive().nullable().describe('Seconds that a turn may take; null without a limit'),
  deadline: z
    .number()
    .nullable()
    .describe('When the turn ends by itself, in seconds since 1970; null when it waits for its players'),
  victory_conditions: z
    .array(z.string())
    .describe('The ways to win that are enabled (freeciv setting `victories`): spacerace, allied, culture'),
  defeated: defeatSchema
    .optional()
    .describe("Only when the seat's own nation is destroyed; the seat may go on watching"),
  final_ranking: z
    .array(rankingSchema)
    .optional()
    .describe('Only once the game is over: all players, best first'),
};

const headerSchema = z.strictObject(headerShape);

/** What is small and about the whole game. */
export type GameHeader = Immutable<z.infer<typeof headerSchema>>;
