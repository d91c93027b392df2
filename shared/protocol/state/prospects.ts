import { z } from 'zod';
import { type Immutable, levelSchema, placeSchema, placeShape } from './common.js';

/** A danger that asks for a decision. */
export const threatSchema = z.strictObject({
  type: z
    .enum(['military', 'barbarians', 'diplomatic', 'economic', 'spaceship'])
    .describe(
      'military, barbarians: units near a city; diplomatic: a ceasefire that runs out; economic: an empty treasury; ' +
        "spaceship: a rival's spaceship",
    ),
  description: z.string().describe('The threat in a sentence'),
  severity: levelSchema.describe('How pressing it is'),
  location: placeSchema.exactOptional().describe('Where it is; units only'),
  player_id: z.int().exactOptional().describe('The player it comes from'),
  city_id: z.int().exactOptional().describe('Id of the city that is in danger'),
  strength: z
    .number()
    .exactOptional()
    .describe('Attack points of all that is seen of it, with experience and effects'),
  odds: z
    .number()
    .exactOptional()
    .describe(
      "Chance of its best unit to beat the city's best defender, 0 to 1, by the server's combat rules",
    ),
  turns_away: z
    .int()
    .exactOptional()
    .describe('Turns until it can strike, at the moves of its fastest unit over open ground'),
});

const opportunityPlaceSchema = z.strictObject({
  ...placeShape,
  terrain: z.string().exactOptional().describe('Terrain by its rule name'),
  resource: z.string().exactOptional().describe('Special resource; absent for none'),
  score: z
    .int()
    .exactOptional()
    .describe('What the surroundings of a city site yield, food counting most; comparable among sites'),
  distance: z.int().exactOptional().describe('Tiles from the nearest own city or unit'),
});

/** A gain that is within reach. */
export const opportunitySchema = z.strictObject({
  type: z
    .enum(['expansion', 'hut', 'exploration', 'conquest', 'diplomacy', 'tech_trade', 'government', 'wonder'])
    .describe('What kind of gain it is'),
  description: z.string().describe('The opportunity in a sentence'),
  priority: levelSchema.describe('How promising it is'),
  locations: z.array(opportunityPlaceSchema).exactOptional().describe('Where it can be had, best first'),
  player_id: z.int().exactOptional().describe('The player it concerns'),
  city_id: z.int().exactOptional().describe('Id of the city it concerns'),
});

/** Something that may harm this player. */
export type Threat = Immutable<z.infer<typeof threatSchema>>;
/** Something this player could gain. */
export type Opportunity = Immutable<z.infer<typeof opportunitySchema>>;
