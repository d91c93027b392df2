import { z } from 'zod';
import { presenceSchema, turnMarkSchema } from '../agent-answers.js';
import { playerKindSchema } from '../player-kind.js';
import type { Immutable } from '../state/common.js';
import { blockKindSchema } from '../transcript.js';
import { seatRunSchema } from '../usage.js';

const tokensSchema = z.strictObject({
  input: z.int().describe('Tokens the model has read'),
  output: z.int().describe('Tokens the model has written'),
});

const clockSchema = z.strictObject({
  state: z
    .enum(['thinking', 'ended', 'waiting', 'out'])
    .describe(
      'thinking: it may act; ended: it has ended its turn, before the others perhaps; waiting: nobody may act at the ' +
        'moment; out: its player is destroyed',
    ),
  since: z.number().describe('When that began, in milliseconds since 1970'),
  ends_at: z
    .number()
    .nullable()
    .describe('When its time is up, in milliseconds since 1970; null without a limit, or while none runs'),
});

const actionOutcomeSchema = z.enum(['applied', 'no_effect', 'rejected', 'invalid', 'unknown']);

const count = z.int().nonnegative();

const verdictCountsSchema = z.strictObject({
  applied: count.describe('Actions that were applied'),
  no_effect: count.describe('Actions that nothing came of'),
  rejected: count.describe('Actions that the game server refused'),
  invalid: count.describe('Actions refused before they came to the game server'),
  unknown: count.describe('Actions whose game server was lost before it answered'),
});

const refusedActionsSchema = z.strictObject({
  type: z.string().describe('Name of the action'),
  count: count.describe('How many were refused'),
  sentence: z.string().describe('Why the last one was'),
});

const turnCountsSchema = z.strictObject({
  played: count.describe('Turns it ended by its own decision'),
  auto_ended: count.describe('Turns ended for it, or by its fallback'),
  timed_out: count.describe('Turns whose time was up'),
  failed: count.describe('Turns taken over by an AI, or that its model failed'),
});

const lastTurnSchema = z.strictObject({
  turn: z.int().describe('Turn number'),
  mark: turnMarkSchema.describe('How it ended'),
});

/** An agent that plays. Its id is not told: somebody who knows it could try to log in as it. */
export const spectatorAgentSchema = z.strictObject({
  player: z.int().describe('Player number'),
  model: z.string().nullable().describe('Its model, as it says; null when it does not'),
  presence: presenceSchema.describe('Whether it has a connection'),
  played_by: playerKindSchema
    .optional()
    .describe('Who plays its seat; absent in recordings of earlier versions'),
  clock: clockSchema.describe('What it does in this turn'),
  tokens: tokensSchema.nullable().describe('Tokens of its model so far; null when it does not say'),
  verdicts: verdictCountsSchema.describe('How many of its actions ended how'),
  refused: z
    .array(refusedActionsSchema)
    .optional()
    .describe(
      'What was rejected or invalid, by action; absent before the first, and in recordings of earlier versions',
    ),
  turns: turnCountsSchema
    .optional()
    .describe('How many of its turns ended how; absent in recordings of earlier versions'),
  plans: z
    .array(z.string())
    .optional()
    .describe('Its standing plans in words, in the order in which they were set; absent before the first'),
  last_turn: lastTurnSchema.optional().describe('The last turn that ended; absent before there is one'),
  run: seatRunSchema
    .optional()
    .describe('What its model took and whether it played; absent before its first usage_report'),
});

/** Something an agent did, and its verdict. Ids of a player count up within a stream. */
export const spectatorActionSchema = z.strictObject({
  id: z.int().describe('Counts up for each player within a stream'),
  turn: z.int().describe('Turn in which it was done'),
  player: z.int().describe('Player number'),
  type: z.string().describe('Name of the action'),
  text: z.string().describe('Who acts and on what, in words'),
  outcome: actionOutcomeSchema.describe('How it ended'),
  sentence: z.string().optional().describe('What the game said, or why it was refused'),
  code: z.string().optional().describe('Error code; only when it was refused'),
  ms: z.number().describe('Milliseconds until the verdict'),
  tile: z.int().optional().describe('Index of the tile it acted on'),
});

/** A part of an agent's transcript, as text. */
export const spectatorBlockSchema = z.strictObject({
  id: z.int().describe('Counts up for each player within a stream'),
  turn: z.int().describe('Turn it is about'),
  player: z.int().describe('Player number'),
  kind: blockKindSchema.describe('What it is'),
  name: z.string().optional().describe('Name of the tool; tool calls and results only'),
  text: z.string().describe('Its text'),
  cut: z.int().optional().describe('Characters that were cut off; absent for none'),
});

/** Tokens of a model so far. */
export type SpectatorTokens = Immutable<z.infer<typeof tokensSchema>>;
/** What an agent does in the running turn. */
export type SpectatorClock = Immutable<z.infer<typeof clockSchema>>;
/** What came of an action. */
export type ActionOutcome = z.infer<typeof actionOutcomeSchema>;
/** An agent that plays. */
export type SpectatorAgent = Immutable<z.infer<typeof spectatorAgentSchema>>;
/** Something an agent did. */
export type SpectatorAction = Immutable<z.infer<typeof spectatorActionSchema>>;
/** A part of an agent's transcript. */
export type SpectatorBlock = Immutable<z.infer<typeof spectatorBlockSchema>>;
