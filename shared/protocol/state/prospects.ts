import { z } from 'zod';
import { type Immutable, levelSchema, placeSchema, placeShape } from './common.js';

/** A danger that asks for a decision. */
export const threatSchema = z.strictObject({
  type: z
    .enum(['military', 'barbarians', 'diplomatic', 'economic', 'spaceship', 'nuclear', 'pollution'])
    .describe(
      'military, barbarians: units near a city; diplomatic: a ceasefire that runs out; economic: an empty treasury; ' +
        "spaceship: a rival's spaceship; nuclear: a nuclear weapon in sight; pollution: worked tiles to be cleaned",
    ),
  description: z.string().describe('The threat in a sentence'),
  severity: levelSchema.describe('How pressing it is'),
  location: placeSchema.optional().describe('Where it is; units only'),
  player_id: z.int().optional().describe('The player it comes from'),
  city_id: z.int().optional().describe('Id of the city that is in danger'),
  strength: z
    .number()
    .optional()
    .describe('Attack points of all that is seen of it, with experience and effects'),
  odds: z
    .number()
    .optional()
    .describe(
      "Chance of its best unit to beat the city's best defender, 0 to 1, by the server's combat rules; " +
        '1 where it has no defender',
    ),
  undecided: z
    .number()
    .optional()
    .describe(
      'Chance that this fight ends with both sides alive, 0 to 1; only where the rules end fights early',
    ),
  turns_away: z
    .int()
    .optional()
    .describe('Turns until its fastest unit can strike, by the ways it could take; 1: in its next turn'),
});

const opportunityPlaceSchema = z.strictObject({
  ...placeShape,
  terrain: z.string().optional().describe('Terrain by its rule name'),
  resource: z.string().optional().describe('Special resource; absent for none'),
  score: z
    .int()
    .optional()
    .describe(
      'Worth of what a city at this site makes in its first 30 turns, by the yields of its tiles and its growth; food ' +
        'counts three, shields two, trade one; comparable among sites',
    ),
  distance: z.int().optional().describe('Tiles from the nearest own city or unit'),
  turns: z
    .int()
    .optional()
    .describe('Turn changes until the idle unit whose settle_at this is can found the city; 0: now'),
  why: z
    .string()
    .optional()
    .describe(
      'What a city site gives, for example "centre 2/1/2 river; tiles 3/0/2 2/1/1; size 4": food/shields/trade of the centre, ' +
        'of the tiles that the first two citizens work, and the size after 30 turns',
    ),
});

/** A gain that is within reach. */
export const opportunitySchema = z.strictObject({
  type: z
    .enum(['expansion', 'hut', 'exploration', 'conquest', 'diplomacy', 'tech_trade', 'government', 'wonder'])
    .describe('What kind of gain it is'),
  description: z.string().describe('The opportunity in a sentence'),
  priority: levelSchema.describe('How promising it is'),
  left: z
    .int()
    .optional()
    .describe('How many cities have room within reach, one beside the other; counted to 20'),
  locations: z.array(opportunityPlaceSchema).optional().describe('Where it can be had, best first'),
  player_id: z.int().optional().describe('The player it concerns'),
  city_id: z.int().optional().describe('Id of the city it concerns'),
});

/** Something that may harm this player. */
export type Threat = Immutable<z.infer<typeof threatSchema>>;
/** Something this player could gain. */
export type Opportunity = Immutable<z.infer<typeof opportunitySchema>>;
