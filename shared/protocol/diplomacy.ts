import { z } from 'zod';

const playerNumber = z.int().nonnegative();

/** The states that two players can agree on. */
export const pactSchema = z.enum(['ceasefire', 'peace', 'alliance']);

/** What became of a treaty. */
export const treatyFateSchema = z.enum([
  'in_force',
  'kept',
  'cancelled',
  'broken',
  'expired',
  'void',
  'given',
]);

const clauseSchema = z.strictObject({
  giver: playerNumber.describe('Player number; pacts are of both'),
  clause: z
    .string()
    .describe('ceasefire, peace, alliance, gold, advance, city, embassy, vision, map, seamap'),
  value: z
    .union([z.string(), z.number()])
    .nullable()
    .describe('Amount of gold, name of the advance or city; null for others'),
});

const saidSchema = z.strictObject({
  turn: z.int().nonnegative().describe('Turn number'),
  from: playerNumber.describe('Who said it'),
  to: playerNumber.nullable().describe('To whom; null: to all'),
  text: z.string().describe('The text of the message'),
});

const incidentSchema = z.strictObject({
  turn: z.int().nonnegative().describe('Turn number'),
  by: playerNumber.describe('Who gave the other a reason to cancel'),
  text: z.string().describe('In the words of the game server'),
});

const treatyEndSchema = z.strictObject({
  turn: z.int().nonnegative().describe('Turn number'),
  by: playerNumber.nullable().describe('The player that ended it; null: none, or it was not seen'),
  relation: z.string().describe('How the two stand to each other after it'),
});

/** A treaty of two players and what became of it. */
export const treatySchema = z.strictObject({
  id: z.int().positive().describe('Number of the treaty in its game'),
  turn: z.int().nonnegative().describe('The turn in which both had accepted it'),
  players: z.tuple([playerNumber, playerNumber]).describe('The parties, the lower number first'),
  proposed_by: playerNumber.nullable().describe('Who opened the meeting; null where no agent was a party'),
  source: z
    .enum(['seen', 'state'])
    .describe(
      'seen: an agent was a party; state: known by the relation of the two only, without its clauses',
    ),
  pact: pactSchema.nullable().describe('The state that was agreed on; null: something was given only'),
  clauses: z.array(clauseSchema).describe('Its clauses. All but pacts are done at once'),
  said_before: z
    .array(saidSchema)
    .describe('What the parties said to each other, or to all, in that turn and the five before; at most 20'),
  fate: treatyFateSchema.describe(
    'in_force; kept: until the game ended or a closer pact took its place; cancelled: by a step that is not war, or with a reason to cancel; broken: by war without one; expired: a cease-fire ran out; void: a party was destroyed; given: it had no pact',
  ),
  ended: treatyEndSchema
    .nullable()
    .describe('How it ended; null while it is in force, and where it had no pact'),
  incidents: z
    .array(incidentSchema)
    .describe('Diplomatic incidents between the parties while it was in force'),
});

const standingSchema = z.strictObject({
  player: playerNumber.describe('Player number'),
  name: z.string().describe('Name of its leader'),
  nation: z.string().describe('Nation as an adjective'),
  pacts: z.int().describe('Pacts it has agreed on'),
  kept: z.int().describe('Of those: kept, expired or in force, or void'),
  cancelled: z.int().describe('Of those: cancelled by it'),
  broken: z.int().describe('Of those: broken by it'),
  suffered: z.int().describe('Of those: broken by the other party'),
});

/** The ledger of diplomacy of a game: every treaty, and who keeps them. */
export const gameDiplomacySchema = z.strictObject({
  game_id: z.string().describe('The game'),
  turn: z.int().nonnegative().describe('The newest turn that is known; 0 before the first'),
  is_final: z.boolean().describe('Whether the game ended with this turn'),
  players: z.array(standingSchema).describe('All players, and how they keep their pacts'),
  treaties: z.array(treatySchema).describe('All treaties, oldest first'),
});

/** A pact. */
export type Pact = z.infer<typeof pactSchema>;
/** What became of a treaty. */
export type TreatyFate = z.infer<typeof treatyFateSchema>;
/** A treaty and what became of it. */
export type TreatyRecord = z.infer<typeof treatySchema>;
/** How a player keeps its pacts. */
export type PactStanding = z.infer<typeof standingSchema>;
/** The ledger of diplomacy of a game. */
export type GameDiplomacy = z.infer<typeof gameDiplomacySchema>;
