import { z } from 'zod';

/** `scene` is the position in sentences with a map in letters; the others are the specification's. */
const stateFormats = ['full', 'delta', 'llm_optimized', 'scene'] as const;

export const stateQueryDataSchema = z.looseObject({
  format: z.enum(stateFormats).default('llm_optimized'),
  include_legal_actions: z.boolean().default(false),
  /**
   * Says more exactly than include_legal_actions what is wanted of them: a list, one with an action_index to send back
   * with the state's version, or a JSON Schema of exactly these choices.
   */
  legal_actions: z.enum(['none', 'list', 'numbered', 'schema']).optional(),
  /** At most so many offers, the most useful ones; without it, in llm_optimized what fits a short answer, else all. */
  max_legal_actions: z.int().min(1).max(100_000).optional(),
  /** delta: from the beginning of that turn on. */
  since_turn: z.int().nonnegative().optional(),
  /** delta: from that version on; without either, from the last answered state query on. */
  since_version: z.int().nonnegative().optional(),
  /** Only these lists and objects of the state. */
  sections: z.array(z.string().max(64)).max(64).optional(),
  /** Packs the most valuable parts of the state into that many tokens. */
  max_tokens: z.int().min(100).max(1_000_000).optional(),
  /** scene: middle and half width of the map window, in tiles. */
  centre: z.looseObject({ x: z.int(), y: z.int() }).optional(),
  radius: z.int().min(1).max(40).optional(),
});

export type StateQueryData = z.infer<typeof stateQueryDataSchema>;
