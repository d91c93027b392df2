import { z } from 'zod';
import type { Immutable } from './common.js';
import { headerShape } from './header.js';

const { turn, year_name, defeated, time_limit } = headerShape;

const scoreSchema = z.strictObject({
  score: z.int().describe('Score now'),
  change: z.int().optional().describe('What was added since the last digest; absent in the first one'),
});

const moreSchema = z.strictObject({
  dangers: z.int().optional().describe('How many more dangers there are'),
  needs_decision: z.int().optional().describe('How many more sentences need a decision'),
  scores: z.int().optional().describe('How many more scores are known'),
  shortened: z.int().optional().describe('How many sentences end with … because they are too long'),
});

/** What an agent should know when its turn begins; about 400 tokens at most. */
export const turnDigestSchema = z.strictObject({
  turn,
  year_name,
  defeated,
  time_limit,
  happened: z
    .array(z.string())
    .describe(
      "Plans that are done, then the server's sentences since the turn before began, the gravest first",
    ),
  happened_more: z.int().describe('How many more there were: state_query {format: "digest"} has them all'),
  dangers: z.array(z.string()).describe('Enemies near own cities and other dangers, worst first, at most 3'),
  needs_decision: z
    .array(z.string())
    .describe('Plans that failed, then the most urgent of the immediate priorities; at most 5 sentences'),
  scores: z
    .record(z.string(), scoreSchema)
    .describe('Known scores by the name of the leader, oneself first, at most 6'),
  more: moreSchema
    .optional()
    .describe('What else is left out; absent when nothing is. state_query {format: "digest"} has all of it'),
});

/** What an agent should know when its turn begins. */
export type TurnDigest = Immutable<z.infer<typeof turnDigestSchema>>;
