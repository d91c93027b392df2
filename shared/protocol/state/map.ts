import { z } from 'zod';
import { type Immutable, placeShape } from './common.js';

/** Size and shape of the map. */
export const mapViewSchema = z.strictObject({
  width: z.int().describe('Tiles in a row'),
  height: z.int().describe('Rows of tiles'),
  topology: z.array(z.string()).describe("Flags of the server's setting `topology`: wrapx, wrapy, iso, hex"),
  shape: z.string().describe('square, isometric, hexagonal or isometric hexagonal'),
  wrap_x: z.boolean().describe('The east edge is joined to the west edge'),
  wrap_y: z.boolean().describe('The north edge is joined to the south edge'),
});

/** A tile as this seat knows it. */
export const tileViewSchema = z.strictObject({
  ...placeShape,
  terrain: z.string().describe('Terrain by its rule name, for example grassland'),
  resource: z.string().nullable().describe('Special resource on the tile, for example wheat; null for none'),
  extras: z
    .array(z.string())
    .describe('Roads, irrigation, rivers, huts, pollution and so on; the resource is not repeated'),
  owner: z.int().nullable().describe('Player number of the owner of the land; null when it has no owner'),
  fog: z
    .enum(['visible', 'fogged'])
    .describe('visible: in sight now; fogged: as it was when it was last seen'),
  worked_by: z.int().optional().describe('Id of the city that works the tile; absent when none does'),
  continent: z.int().describe('Number of the continent (above 0) or of the ocean (below 0)'),
  label: z.string().optional().describe('Name written on the map by the scenario; absent without one'),
});

/** The size and shape of the map. */
export type MapView = Immutable<z.infer<typeof mapViewSchema>>;
/** A tile the player has seen. */
export type TileView = Immutable<z.infer<typeof tileViewSchema>>;
