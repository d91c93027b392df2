import { z } from 'zod';

/** What the flat clients in the field check in a `state_update`, field by field (flat-dialect, items 4 and 5). */
const flatPlayerSchema = z.looseObject({
  id: z.int(),
  name: z.string().min(1).max(50),
  nation: z.string().min(1).max(30),
  score: z.number(),
  gold: z.number().min(0),
  techs: z.array(z.string()),
  government: z.string(),
  diplomatic_relations: z.array(
    z.looseObject({
      player_id: z.int(),
      status: z.enum(['war', 'peace', 'ally', 'ceasefire', 'neutral']),
    }),
  ),
});

const flatUnitSchema = z.looseObject({
  id: z.int().positive(),
  owner: z.number(),
  x: z.number(),
  y: z.number(),
  type: z.string().min(1).max(30),
  hp: z.number(),
  moves_left: z.int().min(0).max(10),
  activity: z.string(),
});

const flatCitySchema = z
  .looseObject({
    id: z.int().positive(),
    owner: z.number(),
    name: z.string().min(1).max(30),
    size: z.int().min(1).max(50),
    x: z.number(),
    y: z.number(),
  })
  .refine((city) => !Object.hasOwn(city, 'production'), 'a flat city has no production key');

const flatTileSchema = z.looseObject({ terrain: z.string(), owner: z.number().nullable() });

const flatOfferSchema = z.looseObject({
  type: z.enum([
    'unit_move',
    'unit_explore',
    'unit_fortify',
    'unit_sentry',
    'unit_build_road',
    'unit_build_irrigation',
    'unit_build_mine',
    'unit_build_city',
    'city_production',
    'tech_research',
    'end_turn',
  ]),
  actor_id: z.int().optional(),
  unit_id: z.int().optional(),
  city_id: z.int().optional(),
  target: z
    .union([
      z.strictObject({ x: z.number(), y: z.number() }),
      z.strictObject({ value: z.union([z.string(), z.number()]) }),
    ])
    .optional(),
  priority: z.enum(['high', 'medium', 'low']),
  parameters: z.record(z.string(), z.unknown()),
});

export const flatStateSchema = z.looseObject({
  turn: z.int().min(0),
  phase: z.string(),
  player_id: z.int(),
  game: z.looseObject({
    turn: z.int().min(0),
    phase: z.string(),
    is_over: z.boolean(),
    scores: z.record(z.string(), z.number()),
    current_player: z.int(),
  }),
  players: z.record(z.string().regex(/^\d+$/), flatPlayerSchema),
  units: z.record(z.string().regex(/^\d+$/), flatUnitSchema),
  cities: z.record(z.string().regex(/^\d+$/), flatCitySchema),
  legal_actions: z.array(flatOfferSchema),
  map: z.looseObject({
    width: z.int().min(1),
    height: z.int().min(1),
    topology: z.string(),
    tiles: z.array(flatTileSchema),
  }),
});
