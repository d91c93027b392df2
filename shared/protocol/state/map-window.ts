import { z } from 'zod';
import type { Immutable } from './common.js';

/** A part of the map for models: a row of symbols for each y, one token of the o200k vocabulary for each tile. */
export const mapWindowSchema = z.strictObject({
  window: z
    .string()
    .describe('Which columns and rows are shown and around which tile; what lies outside is in no list'),
  tile: z
    .string()
    .optional()
    .describe(
      'Only with radius 0: the terrain of the tile, what is on it, what it yields now and who works it',
    ),
  columns: z.string().describe('x of each symbol of a row, in order'),
  rows: z
    .array(z.string())
    .describe(
      'For each row its y, then a symbol for each tile after a space, every fifth column with its x before a colon: a letter for the terrain, one more for what is on it, ' +
        'both as capitals where a resource is; # our city, @ another, ? unknown. After | whose land it is and what is in fog, by columns',
    ),
  legend: z.array(z.string()).describe('What the symbols that occur in the rows mean'),
  resources: z.array(z.string()).describe('Each resource in the window, with the places of its tiles as x,y'),
  cities: z
    .array(z.string())
    .describe('Cities in the window, nearest to its middle first: place, owner, name, id'),
  units: z
    .array(z.string())
    .describe(
      'Units in the window by tile and owner, nearest to its middle first: place, owner, types and ids',
    ),
  more: z
    .record(z.string(), z.int())
    .optional()
    .describe(
      'How many entries of `cities` and `units` are left out for shortness; state_query {format: "map", sections: ["units"]} has all',
    ),
});

/** A part of the map for models. */
export type MapWindow = Immutable<z.infer<typeof mapWindowSchema>>;
