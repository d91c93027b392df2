import { z } from 'zod';

export const stateFormats = ['full', 'delta', 'llm_optimized'] as const;

export const stateQueryDataSchema = z.looseObject({
  format: z.enum(stateFormats).default('llm_optimized'),
  include_legal_actions: z.boolean().default(false),
  legal_actions: z.enum(['none', 'list']).optional(),
  since_turn: z.int().nonnegative().optional(),
  since_version: z.int().nonnegative().optional(),
});

export type StateQueryData = z.infer<typeof stateQueryDataSchema>;
