import { z } from 'zod';
import type { Immutable } from '../state/common.js';

const extraKindSchema = z.enum([
  'river',
  'rail',
  'road',
  'irrigation',
  'mine',
  'base',
  'hut',
  'pollution',
  'resource',
  'other',
]);

const unitKindSchema = z.enum([
  'settler',
  'worker',
  'explorer',
  'caravan',
  'agent',
  'leader',
  'soldier',
  'defender',
  'rider',
  'siege',
  'tank',
  'ship',
  'warship',
  'submarine',
  'plane',
  'helicopter',
  'missile',
]);

const terrainSchema = z.strictObject({
  id: z.int().describe('Terrain number'),
  name: z.string().describe('Name as written for people'),
  color: z.string().describe('Its colour as #rrggbb'),
  is_water: z.boolean().describe('Whether it is water'),
});

const extraSchema = z.strictObject({
  id: z.int().describe('Extra number'),
  name: z.string().describe('Name as written for people'),
  kind: extraKindSchema.describe('What it is drawn as'),
});

const unitTypeSchema = z.strictObject({
  id: z.int().describe('Unit type number'),
  name: z.string().describe('Name as written for people'),
  kind: unitKindSchema.describe('What it is drawn as'),
  hp: z.int().describe('Hit points'),
  attack: z.int().describe('Attack strength'),
  defense: z.int().describe('Defense strength'),
});

/** Names and looks by number, sent once: they do not change in a game. */
export const spectatorRulesSchema = z.strictObject({
  ruleset: z.string().describe('Name of the ruleset'),
  terrains: z.array(terrainSchema).describe('All terrains'),
  extras: z.array(extraSchema).describe('All extras: roads, irrigation, resources and so on'),
  unit_types: z.array(unitTypeSchema).describe('All types of units'),
});

/** What an extra is drawn as. */
export type ExtraKind = z.infer<typeof extraKindSchema>;
/** What a unit is drawn as. */
export type UnitKind = z.infer<typeof unitKindSchema>;
/** Names and looks by number. */
export type SpectatorRules = Immutable<z.infer<typeof spectatorRulesSchema>>;
