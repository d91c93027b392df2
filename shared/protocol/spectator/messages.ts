import { z } from 'zod';
import { type Immutable, outputsSchema } from '../state/common.js';
import { mapViewSchema } from '../state/map.js';
import { spectatorActionSchema, spectatorAgentSchema, spectatorBlockSchema } from './agents.js';
import { spectatorRulesSchema } from './rules.js';

/**
 * What spectators get of a game, on the link between proxy and gateway and on /ws/spectator/{game_id}: one snapshot, then
 * updates. An update has every entity that changed after `since` in full; applied to the view of version `since` it gives
 * the view of `version`. A view is the whole game, which agents never get, or what one seat knows of it.
 */

const tileRowSchema = z.tuple(
  [
    z.int().describe('Index of the tile: y * width + x'),
    z.int().describe('Terrain number'),
    z.int().describe('Player number of the owner; -1: nobody'),
    z.union([z.literal(0), z.literal(1)]).describe('1: seen now; 0: remembered'),
  ],
  z.int().describe('Number of an extra on it'),
);

const unitRowSchema = z.tuple([
  z.int().describe('Unit id'),
  z.int().describe('Unit type number'),
  z.int().describe('Player number of the owner'),
  z.int().describe('Index of the tile'),
  z.int().describe('Hit points'),
  z.int().describe('Veteran level'),
  z.string().describe('Activity'),
  z.int().describe('Id of the unit that carries it; -1 when none does'),
]);

const historyRowSchema = z.tuple([
  z.int().describe('Turn, as it began'),
  z.int().describe('Player number'),
  z.int().nullable().describe('Score; null where the seat that is watched does not know'),
  z.int().describe('Number of cities'),
  z.int().nullable().describe('Number of technologies; null where not known'),
  z.int().nullable().describe('Gold; null where not known'),
]);

const cityGrowthSchema = z.strictObject({
  surplus: outputsSchema.describe('What it makes a turn, less what it needs'),
  food_stock: z.int().describe('Food in its granary'),
  granary_size: z.int().nullable().describe('Food needed to grow; null when it is not known'),
  turns_to_grow: z
    .int()
    .nullable()
    .describe('Turns until it grows at the present surplus; null: it does not'),
  production_cost: z
    .int()
    .nullable()
    .describe('Shields that what it builds takes in all; null for coinage, which is never finished'),
  production_turns: z
    .int()
    .nullable()
    .describe('Turns until it is built at the present surplus; null: never, or it is coinage'),
});

const spectatorCitySchema = z.strictObject({
  id: z.int().describe('City id'),
  name: z.string().describe('Name of the city'),
  owner: z.int().describe('Player number of its owner'),
  tile: z.int().describe('Index of its tile'),
  size: z.int().describe('Citizens'),
  production: z.string().nullable().describe('What it builds; null when that is not known'),
  shields: z.int().describe('Shields collected for it'),
  buildings: z.array(z.string()).describe('Its buildings and wonders'),
  growth: cityGrowthSchema
    .optional()
    .describe(
      'How it grows and builds; absent where its details are not known, and in recordings of earlier versions',
    ),
});

const spectatorPlayerSchema = z.strictObject({
  id: z.int().describe('Player number'),
  name: z.string().describe('Name of its leader'),
  nation: z.string().describe('Nation as an adjective'),
  color: z.string().describe('Its colour as #rrggbb'),
  is_ai: z.boolean().describe("Played by the server's own AI"),
  is_alive: z.boolean().describe('False once it is destroyed'),
  is_barbarian: z.boolean().describe('Barbarians and animals'),
  score: z.int().nullable().describe('Score; null where the seat that is watched has no contact'),
  gold: z.int().nullable().describe('Gold; null without contact'),
  government: z.string().nullable().describe('Form of government; null without contact'),
  researching: z
    .string()
    .nullable()
    .describe('Technology it researches; null for none, or without an embassy'),
  techs: z.int().nullable().describe('Number of technologies; null without an embassy'),
  cities: z.int().describe('Number of its cities that are seen'),
  units: z.int().describe('Number of its units that are seen'),
});

const spectatorEventSchema = z.strictObject({
  id: z.int().describe('Counts up within a stream'),
  turn: z.int().describe('Turn in which it happened'),
  kind: z.string().describe('What kind of event it is'),
  text: z.string().describe('What happened, in words'),
  tile: z.int().optional().describe('Index of the tile where it happened'),
  players: z
    .array(z.int())
    .optional()
    .describe('Numbers of the players it is about, the one the text begins with first'),
});

const { topology: _topology, ...spectatorMapShape } = mapViewSchema.shape;
const spectatorMapSchema = z.strictObject(spectatorMapShape);

const headerShape = {
  turn: z.int().describe('Turn number'),
  year: z.int().describe('Calendar year of the turn; negative before the era'),
  phase: z
    .string()
    .describe('movement while players may act, turn_change between turns, game_over at the end'),
};
const headerSchema = z.strictObject(headerShape);

const stream = z
  .string()
  .describe('Versions of one stream can be compared; another connection to the game begins another stream');
const version = z.int().describe('Version of the view');

const agentsShape = {
  agents: z
    .array(spectatorAgentSchema)
    .optional()
    .describe('The agents that play; of the view of a seat its own'),
  actions: z.array(spectatorActionSchema).optional().describe('What agents did, the newest of each'),
  transcript: z
    .array(spectatorBlockSchema)
    .optional()
    .describe('What the models of agents thought and said, the newest of each'),
};

const entitiesShape = {
  tiles: z.array(tileRowSchema).describe('Tiles that are known, one row each'),
  units: z.array(unitRowSchema).describe('Units in sight, one row each'),
  cities: z.array(spectatorCitySchema).describe('Cities that are known'),
  players: z.array(spectatorPlayerSchema).describe('All players'),
  events: z.array(spectatorEventSchema).describe('What happened, oldest first'),
  history: z.array(historyRowSchema).describe('What each player had as each turn began'),
};

const positionSchema = z.strictObject({ stream, version });

/** The whole game at a version. */
export const spectatorSnapshotSchema = z.strictObject({
  ...headerShape,
  stream,
  version,
  map: spectatorMapSchema.describe('Size and shape of the map'),
  rules: spectatorRulesSchema.describe('Names and looks by number'),
  ...entitiesShape,
  ...agentsShape,
});

const removedSchema = z.strictObject({
  units: z.array(z.int()).optional().describe('Ids of units that are gone'),
  cities: z.array(z.int()).optional().describe('Ids of cities that are gone'),
});

/** What changed since a version: only what changed is there, entities whole. */
export const spectatorUpdateSchema = z.strictObject({
  ...headerShape,
  stream,
  since: z.int().describe('The version that it applies to'),
  version,
  map: spectatorMapSchema.optional().describe('Size and shape of the map'),
  ...z.strictObject(entitiesShape).exactPartial().shape,
  removed: removedSchema.optional().describe('What is gone'),
  ...agentsShape,
});

/** A tile in a row: number, terrain, owner, seen, then the extras on it. */
export type TileRow = Immutable<z.infer<typeof tileRowSchema>>;
/** A unit in a row: id, type, owner, tile, hp, veteran level, activity, transport. */
export type UnitRow = Immutable<z.infer<typeof unitRowSchema>>;
/** A player at a turn in a row: turn, player, score, cities, techs, gold. */
export type HistoryRow = Immutable<z.infer<typeof historyRowSchema>>;
/** A city as spectators see it. */
export type SpectatorCity = Immutable<z.infer<typeof spectatorCitySchema>>;
/** A player as spectators see it. */
export type SpectatorPlayer = Immutable<z.infer<typeof spectatorPlayerSchema>>;
/** Something that happened in a game. */
export type SpectatorEvent = Immutable<z.infer<typeof spectatorEventSchema>>;
/** The size and shape of the map. */
export type SpectatorMap = Immutable<z.infer<typeof spectatorMapSchema>>;
/** The fields of every snapshot and update. */
export type SpectatorHeader = Immutable<z.infer<typeof headerSchema>>;
/** A position in a stream of updates, which counts versions of its own. Another observer begins another stream. */
export type StreamPosition = Immutable<z.infer<typeof positionSchema>>;
/** The whole game at a version. */
export type SpectatorSnapshot = Immutable<z.infer<typeof spectatorSnapshotSchema>>;
/** What changed since a version. */
export type SpectatorUpdate = Immutable<z.infer<typeof spectatorUpdateSchema>>;
