import { z } from 'zod';

const placeSchema = z.object({ x: z.int(), y: z.int() });

const offerSchema = z.object({
  type: z.string(),
  unit_id: z.int().exactOptional(),
  city_id: z.int().exactOptional(),
  target: z.record(z.string(), z.unknown()).exactOptional(),
});

const idleUnitSchema = placeSchema.extend({
  id: z.int(),
  type: z.string(),
  settle_at: placeSchema.exactOptional(),
});

const citySchema = placeSchema.extend({
  id: z.int(),
  size: z.int(),
  building: z.string().nullable(),
  buy_cost: z.int().exactOptional(),
  defenders: z.int(),
  advice: z.object({ build: z.string() }).exactOptional(),
});

const treatySchema = z.object({
  player_id: z.int(),
  other_accepted: z.boolean(),
  clauses: z.array(z.object({ giver: z.int(), type: z.string() })),
});

/** What of an `llm_optimized` state the scripted player reads; all but the first three may be kept from it. */
const readingSchema = z.object({
  turn: z.int(),
  units_needing_orders: z.array(idleUnitSchema),
  legal_actions: z.array(offerSchema),
  strategic_summary: z.object({ gold: z.int(), techs_known: z.int() }).exactOptional(),
  research_options: z.array(z.object({ tech: z.string() })).exactOptional(),
  treaties: z.array(treatySchema).exactOptional(),
  opportunities: z
    .array(z.object({ type: z.string(), locations: z.array(placeSchema).exactOptional() }))
    .exactOptional(),
  threats: z.array(z.object({ city_id: z.int().exactOptional() })).exactOptional(),
  own_cities: z.array(citySchema).exactOptional(),
});

/** A place for a city. */
export type CitySite = z.infer<typeof placeSchema>;
/** A unit without orders. */
export type IdleUnit = z.infer<typeof idleUnitSchema>;
/** What a strategist reads of a state. */
export type Reading = z.infer<typeof readingSchema>;

/** What a player lets itself know of a state. */
export type Eyes = (state: Readonly<Record<string, unknown>>) => Reading;

/** The whole state. */
export const openEyes: Eyes = (state) => readingSchema.parse(state);

/** Own units and all offers without what was thought about them: what is left when only counts and lists are told. */
export const halfClosedEyes: Eyes = (state) => {
  const { turn, units_needing_orders, legal_actions } = openEyes(state);
  return {
    turn,
    units_needing_orders: units_needing_orders.map(({ id, type, x, y }) => ({ id, type, x, y })),
    legal_actions,
  };
};
