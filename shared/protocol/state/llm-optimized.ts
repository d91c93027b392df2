import { z } from 'zod';
import type { Immutable } from './common.js';
import { headerShape } from './header.js';
import { outlookViewSchema, treatyViewSchema } from './nation.js';
import { opportunitySchema, threatSchema } from './prospects.js';
import { strategicSummarySchema } from './strategic-summary.js';
import { citySummariesShape, unitSummariesShape } from './summaries.js';

const researchOptionSchema = z.strictObject({
  tech: z.string().describe('Technology by its rule name'),
  bulbs: z.int().describe('Bulbs it takes'),
  turns: z.int().nullable().describe('Turns from the first bulb on at the present rate; null: never'),
  allows: z
    .array(z.string())
    .optional()
    .describe('Units, buildings and governments that need it, whatever else they need, at most 4'),
});

const { version, turn, year_name, phase, time_limit, player_id, defeated } = headerShape;

/** The llm_optimized format: what a model needs to decide, in a few kilobytes. */
export const llmOptimizedStateSchema = z.strictObject({
  version,
  turn,
  year_name,
  phase,
  time_limit,
  last_turn: outlookViewSchema.shape.last_turn,
  player_id,
  map_shape: z
    .string()
    .describe('Size and shape of the map and where it is joined, for example "78x52 square, round in x"'),
  defeated,
  strategic_summary: strategicSummarySchema.describe('Where the player stands, in figures'),
  immediate_priorities: z
    .array(z.string())
    .describe(
      'What to see to first: a word for what to do, a colon and what it is about; most pressing first',
    ),
  threats: z
    .array(threatSchema)
    .describe(
      'What may harm this player, worst first, at most 6; each own city that enemies can reach comes once first',
    ),
  threats_more: z
    .int()
    .optional()
    .describe('How many more there are: state_query {format: "brief", sections: ["threats"]} names all'),
  opportunities: z.array(opportunitySchema).describe('What this player could gain, best first, at most 9'),
  treaties: z.array(treatyViewSchema).optional().describe('Treaties being negotiated; absent for none'),
  research_options: z
    .array(researchOptionSchema)
    .describe('Technologies that could be researched now, the cheapest first, at most 5'),
  ...unitSummariesShape,
  ...citySummariesShape,
  recent_events: z
    .array(z.string())
    .describe("The server's sentences since the last turn began, newest last, at most 8"),
});

/** The state in the few kilobytes a model needs to decide (spec, "LLM Optimized Format"). */
export type LlmOptimizedState = Immutable<z.infer<typeof llmOptimizedStateSchema>>;
/** A technology that could be researched now. */
export type ResearchOption = Immutable<z.infer<typeof researchOptionSchema>>;
