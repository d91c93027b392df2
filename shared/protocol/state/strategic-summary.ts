import { z } from 'zod';
import type { Immutable } from './common.js';
import { researchViewSchema, standingShape } from './nation.js';
import { relationStatusSchema } from './player.js';

const rivalSchema = z.strictObject({
  id: z.int().describe('Player number'),
  name: z.string().describe('Name of its leader'),
  nation: z.string().describe('Nation as an adjective, for example "Roman"'),
  relation: relationStatusSchema.describe('How it stands with this player'),
  score: z.int().nullable().describe('Score; null without contact'),
  techs: z.int().nullable().describe('Number of technologies it knows; null without an embassy'),
  cities_seen: z.int().describe('Number of its cities that are known'),
  is_alive: z.literal(false).optional().describe('Only when it is destroyed'),
});

const summaryRatesSchema = z.strictObject({
  tax: z.int().describe('Per cent of trade that becomes gold'),
  luxury: z.int().describe('Per cent of trade that becomes luxury'),
  science: z.int().describe('Per cent of trade that becomes bulbs'),
  max: z.int().describe('Highest per cent that each may be under the present government'),
});

/** The situation of the nation in a few figures and sentences. */
export const strategicSummarySchema = z.strictObject({
  cities_count: z.int().describe('Own cities'),
  units_count: z.int().describe('Own units'),
  citizens: z.int().describe('Citizens of all own cities'),
  tech_progress: z
    .enum(['starting', 'developing', 'advanced', 'late'])
    .describe("Share of the ruleset's technologies that are known: below 5 %, 40 %, 80 %, or more"),
  techs_known: z.int().describe('Technologies this player knows'),
  techs_known_anywhere: z.int().describe('Technologies that any player knows'),
  military_strength: z
    .enum(['none', 'weak', 'medium', 'strong'])
    .describe('Own forces against the strongest force in sight of one rival; weak with an undefended city'),
  military_units: z.int().describe('Own units that can fight'),
  score: z.int().nullable().describe('Own score; null for an observer'),
  ...standingShape,
  gold: z.int().nullable().describe('Gold in the treasury; null for an observer'),
  gold_per_turn: z.int().describe('Gold that the next turn change adds as things stand; negative for a loss'),
  infra_points: z
    .int()
    .optional()
    .describe('Infra points, for player_place_infra; only where the ruleset has any, since FreeCiv 3.1'),
  rates: summaryRatesSchema.nullable().describe('Own tax rates; null for an observer'),
  government: z.string().nullable().describe('Own form of government by its rule name; null for an observer'),
  research: researchViewSchema
    .omit({ available: true })
    .nullable()
    .describe('What is researched; null for an observer'),
  rivals: z.array(rivalSchema).describe('The other players that were met, best score first'),
});

/** Where the player stands, in figures. */
export type StrategicSummary = Immutable<z.infer<typeof strategicSummarySchema>>;
/** Another player in the summary. */
export type Rival = Immutable<z.infer<typeof rivalSchema>>;
