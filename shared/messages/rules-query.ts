import { z } from 'zod';

export const ruleKinds = ['unit', 'building', 'tech', 'government', 'terrain', 'extra'] as const;

/** Asks what the rules of the game say of something by its name. */
export const rulesQueryDataSchema = z.looseObject({
  name: z.string().min(1).max(80),
  /** Where to look; everywhere when not given. */
  kind: z.enum(ruleKinds).optional(),
});
