import { z } from 'zod';
import { cityViewSchema } from './city.js';
import { type Immutable, placeShape } from './common.js';
import { headerShape } from './header.js';
import { mapViewSchema, tileViewSchema } from './map.js';
import { outlookViewSchema, researchViewSchema, treasuryViewSchema, treatyViewSchema } from './nation.js';
import { playerViewSchema } from './player.js';
import { unitViewSchema } from './unit.js';

const { x, y } = placeShape;

const messageViewSchema = z.strictObject({
  turn: z.int().describe('Turn in which the server sent it'),
  event: z
    .string()
    .describe(
      'What it is about, an event of freeciv without its prefix: city_growth, unit_lost_def and so on',
    ),
  text: z.string().describe("The server's sentence"),
  player_id: z.int().optional().describe('Of chat: the player who says it'),
  nation: z.string().optional().describe('Of chat: the nation of that player'),
  x: x.optional().describe('Column of the tile it is about; absent for none'),
  y: y.optional().describe('Row of the tile it is about; absent for none'),
});

/** The sections of a full state: what can be asked for by name and what deltas leave out when it did not change. */
export const fullSectionsShape = {
  map: mapViewSchema.describe('Size and shape of the map'),
  units: z.array(unitViewSchema).describe('Own units and those of others in sight, by id'),
  cities: z.array(cityViewSchema).describe('Own cities and those of others that are known, by id'),
  visible_tiles: z
    .array(tileViewSchema)
    .describe('Every tile seen so far, row by row; `fog` tells which are in sight now'),
  players: z.record(z.string(), playerViewSchema).describe('All players of the game, by player number'),
  technologies: z
    .array(z.string())
    .describe('Technologies this player knows, by rule name; empty for an observer'),
  research: researchViewSchema.nullable().describe('What this player researches; null for an observer'),
  treasury: treasuryViewSchema.nullable().describe('Gold and income; null for an observer'),
  outlook: outlookViewSchema.describe('How the game may end, and where this player stands'),
  treaties: z.array(treatyViewSchema).describe("Treaties being negotiated, by the other player's number"),
  messages: z
    .array(messageViewSchema)
    .describe('The newest messages of the server, at most 40, oldest first'),
};

/** The full format: everything the seat knows. */
export const fullStateSchema = z.strictObject({ ...headerShape, ...fullSectionsShape });

/** Everything the seat knows (spec, "Full Format", and what a player sees besides). */
export type FullState = Immutable<z.infer<typeof fullStateSchema>>;
/** A sentence of the server. */
export type MessageView = Immutable<z.infer<typeof messageViewSchema>>;
