import { z } from 'zod';
import type { TurnMark } from './agent-answers.js';
import type { Immutable } from './state/common.js';

/** How a turn ended for a model: its decision; a fallback or absence; no time left; `agent_error`: it failed. */
const turnOutcomeSchema = z.enum(['played', 'auto_ended', 'timed_out', 'agent_error']);

/** How a turn of a seat ended for its model. */
export type TurnOutcome = z.infer<typeof turnOutcomeSchema>;

/** The outcome for a turn's mark. */
export const outcomeOfMark: Readonly<Record<TurnMark, TurnOutcome>> = {
  played: 'played',
  auto_ended: 'auto_ended',
  timed_out: 'timed_out',
  failed: 'agent_error',
};

const tokens = z.int().nonnegative().max(1_000_000_000);
const seconds = z.number().nonnegative().max(10_000_000);
const dollars = z.number().nonnegative().max(1_000_000);

const measuredShape = {
  calls: z.int().nonnegative().max(1_000_000).describe('Requests to the model'),
  input_tokens: tokens.describe('Input tokens that were new: neither read from a cache nor counted there'),
  cached_tokens: tokens.describe('Input tokens that the provider read from its cache'),
  output_tokens: tokens.describe('Tokens that the model wrote, reasoning included'),
  duration_s: seconds.describe('Seconds that were spent waiting for the model'),
};

const reportShape = {
  turn: z.int().nonnegative().describe('The turn it is about'),
  outcome: turnOutcomeSchema.describe(
    'played: the model ended the turn; auto_ended: a fallback did; timed_out: its time was up; agent_error: the model failed',
  ),
  reason: z.string().min(1).max(500).optional().describe('Why it was not played'),
  provider: z.string().min(1).max(64).describe('Who serves the model, such as anthropic'),
  model: z.string().min(1).max(128).describe('Name of the model'),
  ...measuredShape,
  cost_usd: dollars.nullable().describe('What it cost in US dollars; null where the price is not known'),
};

/** `data` of `usage_report`: what one turn of a seat took. The last report about a turn counts. */
export const usageReportDataSchema = z.looseObject(reportShape);

/** What one turn took, as it is kept. */
export const usageReportSchema = z.object(reportShape);

const usageTotalsSchema = z.strictObject({
  turns: z.int().describe('Turns that were reported'),
  calls: z.int().describe('Requests to the model'),
  input_tokens: z.int().describe('New input tokens'),
  cached_tokens: z.int().describe('Input tokens that the provider read from its cache'),
  output_tokens: z.int().describe('Tokens that the model wrote'),
  duration_s: z.number().describe('Seconds that were spent waiting for the model'),
  cost_usd: z
    .number()
    .nullable()
    .describe('What the turns of known price cost in US dollars; null when no price is known'),
  unpriced_turns: z.int().describe('Turns whose price is not known'),
  models: z.array(z.string()).describe('The models, as provider/model, at most eight'),
});

const count = z.int().nonnegative();

const turnOutcomeCountsSchema = z.strictObject({
  played: count.describe('Turns that the agent ended by its own decision'),
  auto_ended: count.describe('Turns ended by a fallback, or for an agent that was away'),
  timed_out: count.describe('Turns whose time was up'),
  agent_error: count.describe('Turns in which the model failed, or that an AI took over'),
});

/** The run of a seat: what its model took, and whether it played. */
export const seatRunSchema = z.strictObject({
  usage: usageTotalsSchema
    .nullable()
    .describe('What its model took, as its agent reports; null without a report'),
  turns: turnOutcomeCountsSchema.describe('How many of its turns ended how'),
  valid: z.boolean().describe('False when a turn timed out or its model failed in one'),
  invalid_reason: z
    .string()
    .nullable()
    .describe('The first such turn and what happened in it; null for a valid run'),
});

/** `data` of usage_result, the answer to usage_report. */
export const usageResultSchema = z.strictObject({
  type: z.literal('usage_result').describe('Always usage_result'),
  success: z.literal(true).describe('Always true'),
  turn: z.int().describe('The turn it was about'),
  run: seatRunSchema.describe('The run of the seat by now'),
});

/** What one turn of a seat took. */
export type UsageReport = Immutable<z.infer<typeof usageReportSchema>>;
/** What all turns of a seat took together. */
export type UsageTotals = z.infer<typeof usageTotalsSchema>;
/** The run of a seat. */
export type SeatRun = z.infer<typeof seatRunSchema>;
