import { z } from 'zod';
import { difficultySchema, scenarioNameSchema } from '#shared/protocol/scenario.js';

/** Whose something is: the seat that is scored, the other seat, or an AI in the order of player numbers. */
const sideSchema = z.enum(['you', 'partner', 'rival', 'rival2', 'rival3', 'rival4']);

/** A tile by its coordinates: column, row. */
const placeSchema = z.tuple([z.int().min(0), z.int().min(0)]);
/** The columns and rows from one corner to the other, both included. */
const areaSchema = z.tuple([z.int().min(0), z.int().min(0), z.int().min(0), z.int().min(0)]);

/** A thing of the ruleset by its rule name, or a name that is given to something. */
const nameSchema = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9 .':?_-]{0,59}$/, 'expected a name of plain letters');

/** What is put into the world before the first turn is played. */
const stepSchema = z.discriminatedUnion('put', [
  z.strictObject({ put: z.literal('city'), of: sideSchema, name: nameSchema, at: placeSchema }),
  z.strictObject({
    put: z.literal('units'),
    of: sideSchema,
    type: nameSchema,
    at: placeSchema,
    count: z.int().min(0).max(20).default(1),
    veteran: z.int().min(0).max(10).default(0),
    /** The city that supports them; without one they cost nothing. */
    home: nameSchema.optional(),
  }),
  z.strictObject({
    put: z.literal('techs'),
    of: sideSchema,
    names: z.array(nameSchema).or(z.literal('all')),
  }),
  z.strictObject({ put: z.literal('gold'), of: sideSchema, amount: z.int().min(0).max(1_000_000) }),
  /** Places that a player has seen before the game begins, with what stood there; `type` is what it looked from. */
  z.strictObject({
    put: z.literal('view'),
    of: sideSchema,
    at: z.array(placeSchema).max(100),
    type: nameSchema.default('Explorer'),
  }),
  z.strictObject({ put: z.literal('extra'), type: nameSchema, at: z.array(placeSchema).max(400) }),
  /** Statements of the server's own script, for what the others cannot do; `player.you` and so on are its players. */
  z.strictObject({ put: z.literal('lua'), code: z.string().max(4000) }),
]);

/** What is counted of a seat's world. `in` names an area. */
const measureSchema = z.discriminatedUnion('count', [
  z.strictObject({ count: z.literal('cities'), of: sideSchema.default('you'), in: nameSchema.optional() }),
  z.strictObject({ count: z.literal('largest_city') }),
  z.strictObject({ count: z.literal('holds_city'), name: nameSchema }),
  z.strictObject({ count: z.literal('known_tiles'), in: nameSchema.optional() }),
  z.strictObject({ count: z.literal('techs'), names: z.array(nameSchema).min(1) }),
  z.strictObject({ count: z.literal('gold') }),
  z.strictObject({ count: z.literal('building'), name: nameSchema }),
  z.strictObject({ count: z.literal('celebrations') }),
  z.strictObject({
    count: z.literal('units_on_land'),
    types: z.array(nameSchema).optional(),
    in: nameSchema.optional(),
  }),
  z.strictObject({ count: z.literal('living'), of: sideSchema }),
  z.strictObject({
    count: z.literal('relation'),
    of: sideSchema,
    is: z.array(z.enum(['war', 'ceasefire', 'armistice', 'peace', 'alliance'])).min(1),
  }),
  z.strictObject({ count: z.literal('embassy'), of: sideSchema }),
  z.strictObject({ count: z.literal('spaceship'), what: z.enum(['parts', 'launched']) }),
  z.strictObject({ count: z.literal('lost_to_others') }),
]);

const goalSchema = z.strictObject({
  text: z.string().min(1).max(200),
  measure: measureSchema,
  /** What counts as nothing; 0 without it. It may be above the target: then less is better. */
  from: z.number().default(0),
  target: z.number(),
  weight: z.number().positive().default(1),
});

/** What is put into the world and what is scored of it, as a file has it and as a game keeps it. */
export const sceneShape = {
  title: z.string().min(1).max(80),
  about: z.string().min(1).max(200),
  goal: z.string().min(1).max(2000),
  ends: z.enum(['when_done', 'at_limit']).default('when_done'),
  agents: z.int().min(1).max(2).default(1),
  rivals: z.int().min(0).max(4).default(0),
  ruleset: z.string().default('classic'),
  /** The level of the AIs; `away` does nothing at all. */
  ai_skill: z.string().default('away'),
  victory: z.array(z.enum(['SPACERACE', 'ALLIED', 'CULTURE'])).default([]),
  /** Settings of the game server, such as `foodbox 50`. */
  settings: z.array(z.string().regex(/^[a-z_]+ [\w|]+$/, 'expected a setting and its value')).default([]),
  /** A picture of the map, a letter a tile. All rows are of one length. */
  land: z.array(z.string().min(16).max(64)).min(16).max(64),
  areas: z.record(nameSchema, areaSchema).default({}),
  stage: z.array(stepSchema).max(200),
  goals: z.array(goalSchema).min(1).max(10),
};

/** Player numbers by side, as the seat that is called `you` sees them. */
const sidesSchema = z.partialRecord(sideSchema, z.int());

/** A scenario at one difficulty, as a game keeps it: later changes of its file do not change the game. */
export const scenarioPlanSchema = z.strictObject({
  ...sceneShape,
  name: scenarioNameSchema,
  difficulty: difficultySchema,
  turns: z.int().min(1).max(1000),
  /** Whether the world has been staged, and then the players of each side. */
  isStaged: z.boolean().default(false),
  sides: sidesSchema.default({}),
});

/** A scenario at one difficulty, as a game keeps it. */
export type ScenarioPlan = z.infer<typeof scenarioPlanSchema>;
/** Something that is put into the world. */
export type StageStep = ScenarioPlan['stage'][number];
/** A goal of a scenario. */
export type Goal = ScenarioPlan['goals'][number];
/** What a goal counts. */
export type Measure = Goal['measure'];
/** Whose something is. */
export type Side = z.infer<typeof sideSchema>;
/** Player numbers by side. */
export type Sides = Readonly<Partial<Record<Side, number>>>;
