import { z } from 'zod';
import { scenarioStateSchema } from '../scenario.js';
import type { Immutable } from './common.js';
import { headerShape } from './header.js';

const { turn, year_name, version, defeated } = headerShape;

/** Why a request that passes turns was answered. */
const turnEndReasons = [
  'turn',
  'lost',
  'attacked',
  'war',
  'found',
  'contact',
  'treaty',
  'threat',
  'disorder',
  'research',
  'settlers',
  'unit',
  'production',
  'learned',
  'gold',
  'plan',
  'note',
  'defeated',
  'game_over',
  'paused',
  'recovery',
  'person',
  'stop',
  'deadline',
] as const;

/** What a request that passes turns was answered for. */
export const turnsEndedSchema = z.strictObject({
  turns: z.int().nonnegative().describe('How many turns have passed since the request'),
  why: z
    .enum(turnEndReasons)
    .describe(
      'turn: the turns asked for have passed. lost, attacked, contact, treaty, threat: that happened. disorder, research, ' +
        'settlers, unit: a new entry of `decisions`. production: such an entry, or a city without work. learned: a technology that opens something. ' +
        'gold: it pays for what a city waits for. plan: a standing plan failed. note: an own note is due. paused (E144), recovery (E123), person (E145: one plays the seat now), game_over, defeated: the ' +
        'game cannot go on. stop: a stop request. deadline: the turn still waits for others; ask again',
    ),
});

const briefResearchSchema = z.strictObject({
  name: z.string().nullable().describe('What is researched, by rule name; null for nothing'),
  turns: z.int().nullable().describe('Turns until it is known; null: never at the present rate'),
  bulbs_per_turn: z.int().describe('Bulbs a turn, after upkeep of technologies'),
});

/** The nation in figures. */
export const briefNationSchema = z.strictObject({
  gold: z.int().describe('Gold in the treasury'),
  gold_per_turn: z.int().describe('Change of it a turn'),
  rates: z.string().describe('Per cent of trade for tax, luxury and science, for example "40/10/50"'),
  government: z.string().nullable().describe('Form of government, by rule name'),
  research: briefResearchSchema.nullable().describe('Research; null for an observer'),
  score: z.int().nullable().describe('Own score; null when it is not known'),
  rank: z
    .int()
    .nullable()
    .describe('Place by score among the living; null unless the scores of all of them are known'),
  place: z
    .string()
    .optional()
    .describe(
      'Only while `rank` is null: the place among the players whose score is known, and how to learn the other scores',
    ),
});

const adviceSchema = z.strictObject({
  do: z
    .object({ action_type: z.string().describe('Name of the action') })
    .catchall(z.unknown().describe('A field of the action'))
    .describe('The action as it is sent: `data` of an `action`, or an entry of an `action_batch`'),
  why: z.string().describe('The reason in a few words, with its numbers'),
});

/** The lists of a brief: whole lines, most important first. */
const briefLinesShape = {
  happened: z
    .array(z.string())
    .describe(
      'What happened, gravest first: lost, attacked, war, unrest, learned, found, contact, treaty, wonder, stalled, news',
    ),
  decisions: z
    .array(z.string())
    .describe('What needs a decision: a word for what to do, and what it is about. One line for a unit'),
  threats: z.array(z.string()).describe('What may harm this player, worst first'),
  counsel: z
    .array(z.string())
    .describe('Consequences of decisions by the rules of this game, the weightiest first, at most 5'),
  advice: z
    .array(adviceSchema)
    .describe('Actions ready to be sent that seem best now, most urgent first. None is done by itself'),
};

/** The brief: what a model has to know before it decides a turn, in at most 500 tokens. */
const briefSchema = z.strictObject({
  turn,
  year_name,
  version,
  defeated,
  ended: turnsEndedSchema.optional().describe('Only in the answer of end_turn: what it was answered for'),
  scenario: scenarioStateSchema
    .optional()
    .describe('The task of the game and how it stands; only in a game of a scenario'),
  game: z
    .string()
    .optional()
    .describe(
      'Only in the first brief of an agent: the map, the players, the last turn and what counts as score',
    ),
  lessons: z
    .string()
    .optional()
    .describe(
      'Only in the first brief of an agent that asks for them at its login: what it wrote in earlier games',
    ),
  ...briefLinesShape,
  units: z
    .array(z.string())
    .optional()
    .describe('Only when asked for by `sections`: each own unit, its place, home city, upkeep and orders'),
  nation: briefNationSchema.nullable().describe('The nation in figures; null for an observer'),
});

/** A brief whose lists and objects may have been left out. */
export const packedBriefSchema = briefSchema
  .exactPartial({ happened: true, decisions: true, threats: true, counsel: true, advice: true, nation: true })
  .extend({
    more: z
      .record(z.string(), z.int())
      .optional()
      .describe(
        'How many lines of each list are left out for shortness; state_query {format: "brief", sections: [list]} has all',
      ),
  });

/** What a model has to know before it decides a turn. */
export type Brief = Immutable<z.infer<typeof briefSchema>>;
/** An action that seems best now, ready to be sent, and why. */
export type Advice = Immutable<z.infer<typeof adviceSchema>>;
/** A brief as it is sent. */
export type PackedBrief = Immutable<z.infer<typeof packedBriefSchema>>;
/** What a request that passes turns was answered for. */
export type TurnsEnded = Immutable<z.infer<typeof turnsEndedSchema>>;
/** Why a request that passes turns was answered. */
export type PassingEndReason = TurnsEnded['why'];
/** The nation in figures. */
export type BriefNation = Immutable<z.infer<typeof briefNationSchema>>;
