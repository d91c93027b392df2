import { z } from 'zod';

const chanceSchema = z.strictObject({
  player: z.int().nonnegative().describe('Player number'),
  win: z
    .number()
    .min(0)
    .max(1)
    .describe('Chance to have the best score at the end; 0 for a destroyed player'),
  share: z.number().min(0).max(1).describe('Expected share of the sum of all scores at the end'),
});

const turnChancesSchema = z.strictObject({
  turn: z.int().nonnegative().describe('Turn number'),
  players: z.array(chanceSchema).describe('All players'),
});

/** The chances of players to win, turn by turn, by the model of docs/who-wins.md. For spectators and operators, never for agents. */
export const gameChancesSchema = z.strictObject({
  game_id: z.string().describe('The game'),
  turns: z.array(turnChancesSchema).describe('Each turn whose beginning is known, in order'),
  is_final: z.boolean().describe('Whether the game ended with the last of them'),
});

/** The chances of all players in one turn. */
export type TurnChances = z.infer<typeof turnChancesSchema>;
/** The chances of all players of a game, turn by turn. */
export type GameChances = z.infer<typeof gameChancesSchema>;
