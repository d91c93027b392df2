import { z } from 'zod';

/** The same shape with all fields and lists readonly, at every depth: views are shared between states. */
export type Immutable<T> = T extends object ? { readonly [K in keyof T]: Immutable<T[K]> } : T;

/** A tile by its native coordinates, as freeciv's `index_to_native_pos`. */
export const placeShape = {
  x: z.int().describe('Column of the tile, from 0 in the west (native coordinates)'),
  y: z.int().describe('Row of the tile, from 0 in the north (native coordinates)'),
};

/** A tile by its native coordinates. */
export const placeSchema = z.strictObject(placeShape);

/** The six outputs of cities, in the order in which they travel (freeciv: output_type_id). */
export const outputsSchema = z.strictObject({
  food: z.int().describe('Food a turn'),
  shield: z.int().describe('Shields (production points) a turn'),
  trade: z.int().describe('Trade points a turn'),
  gold: z.int().describe('Gold a turn'),
  luxury: z.int().describe('Luxury points a turn'),
  science: z.int().describe('Bulbs (research points) a turn'),
});

/** How pressing a threat is, how promising an opportunity, or how useful an offer. */
export const levelSchema = z.enum(['high', 'medium', 'low']);

/** The six outputs of a city or tile, a turn. */
export type Outputs = Immutable<z.infer<typeof outputsSchema>>;
/** High, medium or low. */
export type Level = z.infer<typeof levelSchema>;
