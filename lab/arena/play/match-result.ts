import { z } from 'zod';
import { processMetricsSchema } from '#shared/protocol/process-metrics.js';
import { difficultySchema, goalProgressSchema, scenarioNameSchema } from '#shared/protocol/scenario.js';
import type { Immutable } from '#shared/protocol/state/common.js';
import { seatRunSchema } from '#shared/protocol/usage.js';

const standingSchema = z.strictObject({
  turn: z.int(),
  alive: z.boolean(),
  score: z.int(),
  cities: z.int(),
  techs: z.int(),
  /** New input tokens and output tokens until then; null for a player without a model, and where it is not known. */
  tokens: z.int().nullable(),
  /** US dollars until then; null likewise, and where no price is known. */
  costUsd: z.number().nullable(),
});

const contestantResultSchema = z.strictObject({
  contestant: z.string(),
  /** Number of its player, which in games of contestants against each other is its place on the map. */
  player: z.int(),
  nation: z.string(),
  /** The first turn that it began destroyed; null when it lived. */
  destroyed: z.int().nullable(),
  isWinner: z.boolean(),
  /** By checkpoint: a turn as text, or `end`. */
  standings: z.record(z.string(), standingSchema),
  /** Score, cities and technologies as each turn began. */
  curve: z.array(z.tuple([z.int(), z.int(), z.int(), z.int()])),
  /** What a bot sent and the game did not take. */
  refused: z.int().nullable(),
  /** What a model took, and whether it played. */
  run: seatRunSchema.nullable(),
  /** How it was played; null for an AI of the game server. */
  process: processMetricsSchema.nullable().default(null),
});

/** How a scenario was solved, as the mean of the seats of its contestant. */
const scenarioScoreSchema = z.strictObject({
  name: scenarioNameSchema,
  difficulty: difficultySchema,
  /** From 0 to 1. */
  score: z.number(),
  /** What each seat reached of each goal. */
  progress: z.array(goalProgressSchema),
});

/** What came of a match: one line of matches.jsonl. */
export const matchResultSchema = z.strictObject({
  match: z.string(),
  seed: z.int(),
  turns: z.int(),
  /** valid: all of it counts. partial: what was played until `playedTo` counts. invalid: nothing does. */
  status: z.enum(['valid', 'partial', 'invalid']),
  /** Why it is not valid. */
  reason: z.string().nullable(),
  playedTo: z.int(),
  ended: z.string().nullable(),
  /** SHA-256 of what repeats; null where a model played. */
  hash: z.string().nullable(),
  players: z.array(contestantResultSchema),
  /** Null for games of contestants against each other. */
  scenario: scenarioScoreSchema.nullable().default(null),
  seconds: z.number(),
});

/** What a contestant had at a checkpoint. */
export type CheckpointStanding = Immutable<z.infer<typeof standingSchema>>;
/** What came of a match for one contestant. */
export type ContestantResult = Immutable<z.infer<typeof contestantResultSchema>>;
/** How a scenario was solved. */
export type ScenarioScore = Immutable<z.infer<typeof scenarioScoreSchema>>;
/** What came of a match. */
export type MatchResult = Immutable<z.infer<typeof matchResultSchema>>;

/** The checkpoint at the end of a match. */
export const END = 'end';

/** The turns at which standings of a match are compared, and its end. */
export function checkpointsOf(turns: number): readonly string[] {
  return [...[50, 100].filter((turn) => turn < turns).map(String), END];
}
