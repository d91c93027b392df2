import { z } from 'zod';
import type { Immutable } from './common.js';

/** How two players stand. */
export const relationStatusSchema = z.enum(['war', 'peace', 'ally', 'ceasefire', 'neutral']);

const relationSchema = z.strictObject({
  player_id: z.int().describe('The other player'),
  status: relationStatusSchema.describe(
    'An armistice is given as peace with `turns_left`; players without contact are neutral',
  ),
  turns_left: z.int().optional().describe('Turns until a ceasefire ends or an armistice becomes peace'),
  contact: z.boolean().describe('They have met lately enough to negotiate'),
});

const spaceshipSchema = z.strictObject({
  state: z.string().describe('started, launched or arrived'),
  structurals: z.int().describe('Structural parts built'),
  components: z.int().describe('Components built'),
  modules: z.int().describe('Modules built'),
  success_rate: z.number().describe('Chance to arrive, 0 to 1'),
  travel_time: z.number().describe('Years of the journey'),
  arrival_year: z.int().optional().describe('Calendar year of the arrival; only once launched'),
});

const ratesSchema = z.strictObject({
  tax: z.int().describe('Per cent of trade that becomes gold'),
  luxury: z.int().describe('Per cent of trade that becomes luxury'),
  science: z.int().describe('Per cent of trade that becomes bulbs'),
});

const wonderSchema = z.strictObject({
  name: z.string().describe('Wonder by its rule name'),
  city_id: z.int().describe('Id of the city it stands in; it may be out of sight'),
});

/** What the server tells of a player by: oneself, an embassy, contact, or nothing but its name. */
const knowledgeSchema = z.enum(['own', 'embassy', 'contact', 'none']);

/** A player as this seat knows it. */
export const playerViewSchema = z.strictObject({
  id: z.int().describe('Player number'),
  name: z.string().describe('Name of its leader'),
  nation: z.string().describe('Nation as an adjective, for example "Roman"'),
  known_by: knowledgeSchema.describe('How much is known of it. What is not known is null, never 0'),
  embassy: z.boolean().describe('Whether this seat knows it by an embassy; true for oneself'),
  is_alive: z.boolean().describe('False once it is destroyed'),
  is_ai: z.boolean().describe("Played by the server's own AI"),
  ai_skill: z.string().optional().describe('Skill level of the AI, for example easy; AI players only'),
  barbarian: z.string().optional().describe('Kind of barbarian; barbarians only'),
  team: z.int().describe('Team number'),
  score: z.int().nullable().describe('Score; null without contact'),
  gold: z.int().nullable().describe('Gold in its treasury; null without contact'),
  government: z.string().nullable().describe('Form of government by its rule name; null without contact'),
  target_government: z.string().optional().describe('Government it is changing to; only during a revolution'),
  revolution_ends_turn: z
    .int()
    .optional()
    .describe('Turn in which its anarchy ends; only during a revolution, by embassy'),
  rates: ratesSchema.nullable().describe('Tax rates; null without an embassy'),
  techs: z
    .array(z.string())
    .nullable()
    .describe('Technologies it knows, by rule name; null without an embassy'),
  researching: z
    .string()
    .nullable()
    .describe('Technology it researches; null for none or without an embassy'),
  culture: z.int().nullable().describe('Culture points; null without an embassy'),
  wonders: z.array(wonderSchema).describe('Great wonders it owns, also those of cities not seen'),
  attitude: z
    .int()
    .optional()
    .describe('What an AI player thinks of this seat, -100 (hate) to 100 (worship); AI players only'),
  phase_done: z.boolean().describe('It has ended its turn'),
  diplomatic_relations: z
    .array(relationSchema)
    .describe('Its relations; without contact the one with this seat only'),
  spaceship: spaceshipSchema.optional().describe('Its spaceship; absent while there is none'),
  color: z.string().nullable().describe('Its colour as #rrggbb; null when the server has given none'),
});

/** A player as this seat knows it. */
export type PlayerView = Immutable<z.infer<typeof playerViewSchema>>;
/** The relation of a player with another. */
export type RelationView = Immutable<z.infer<typeof relationSchema>>;
/** The diplomatic state between two players. */
export type RelationStatus = z.infer<typeof relationStatusSchema>;
/** The state of a spaceship. */
export type SpaceshipView = Immutable<z.infer<typeof spaceshipSchema>>;
/** How much a seat knows of a player. */
export type Knowledge = z.infer<typeof knowledgeSchema>;
