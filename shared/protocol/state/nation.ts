import { z } from 'zod';
import type { Immutable } from './common.js';

/** What the nation researches, in bulbs and turns. */
export const researchViewSchema = z.strictObject({
  researching: z.string().nullable().describe('Technology being researched, by rule name; null for none'),
  bulbs: z.int().describe('Bulbs collected for it'),
  cost: z.int().nullable().describe('Bulbs it takes in all; null when nothing is researched'),
  bulbs_per_turn: z.int().describe('Bulbs a turn, tech upkeep taken off; negative when the upkeep is more'),
  turns: z.int().nullable().describe('Turns until it is known; null when it makes no progress'),
  goal: z.string().nullable().describe('Technology that research aims at in the long run; null for none'),
  available: z.array(z.string()).describe('Technologies that could be researched now, by rule name'),
});

/** The gold of the nation, and its tax limits. */
export const treasuryViewSchema = z.strictObject({
  gold: z.int().describe('Gold in the treasury'),
  gold_per_turn: z.int().describe('Gold that the next turn change adds as things stand; negative for a loss'),
  max_rate: z
    .int()
    .describe('Highest per cent that taxes, luxury and science may each be under the present government'),
});

/** A player's place by score. */
export const standingShape = {
  rank: z
    .int()
    .nullable()
    .describe('Place by score among the living, 1 the best; null until the scores of all of them are known'),
  ranked_players: z.int().describe('Players whose score is known, oneself included'),
  best_rival_score: z.int().nullable().describe('Best score of the others; null when none is known'),
};

const standingSchema = z.strictObject(standingShape);

const cultureRaceSchema = z.strictObject({
  own: z.int().nullable().describe('Culture points of this player; null for an observer'),
  points_to_win: z.int().describe('Culture points needed to win'),
  lead_to_win_percent: z.int().describe('Per cent more than the second player that are needed besides'),
  best_rival: z
    .int()
    .nullable()
    .describe('Most culture points of the others whose culture is known; null for none'),
});

/** What ends the game, and where the nation stands. */
export const outlookViewSchema = z.strictObject({
  last_turn: z
    .int()
    .nullable()
    .describe(
      'The game ends with this turn (freeciv setting `endturn`), and the best score wins; null when not told',
    ),
  players_alive: z
    .int()
    .describe('Players that are alive, barbarians aside; the last one wins whatever the victory conditions'),
  ...standingShape,
  culture: cultureRaceSchema.optional().describe('Only where culture is a victory condition'),
});

const clauseSchema = z.strictObject({
  giver: z.int().describe('Player number of the giver'),
  type: z
    .string()
    .describe('advance, gold, map, seamap, city, ceasefire, peace, alliance, vision (shared), embassy'),
  value: z
    .union([z.number(), z.string()])
    .nullable()
    .describe('Gold, rule name of the technology, or id of the city; null for clauses without a value'),
});

/** A treaty that is being negotiated. */
export const treatyViewSchema = z.strictObject({
  player_id: z.int().describe('The other player'),
  clauses: z.array(clauseSchema).describe('What either side gives, in the order in which it was added'),
  i_accepted: z.boolean().describe('This seat has accepted the treaty as it stands'),
  other_accepted: z.boolean().describe('The other player has accepted it as it stands'),
});

/** What the seat researches and could research. */
export type ResearchView = Immutable<z.infer<typeof researchViewSchema>>;
/** Gold and what changes it. */
export type TreasuryView = Immutable<z.infer<typeof treasuryViewSchema>>;
/** A player's place by score. */
export type Standing = Immutable<z.infer<typeof standingSchema>>;
/** How the game may end, and how near this player is to that. */
export type OutlookView = Immutable<z.infer<typeof outlookViewSchema>>;
/** How near players are to a victory by culture. */
export type CultureRace = Immutable<z.infer<typeof cultureRaceSchema>>;
/** A treaty being negotiated. */
export type TreatyView = Immutable<z.infer<typeof treatyViewSchema>>;
