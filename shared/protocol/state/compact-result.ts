import { z } from 'zod';
import { errorCodeSchema } from '../agent-answers.js';
import { packedBriefSchema, turnsEndedSchema } from './brief.js';
import type { Immutable } from './common.js';
import { enclosedStateSchema } from './state-answer.js';

/** The verdict of one action in its compact form: `{"ok": true}` when all went as asked. */
export const compactVerdictSchema = z.strictObject({
  ok: z.boolean().describe('Whether it is as the action wants it; true also where it was so already'),
  already: z.literal(true).optional().describe('It was so already, and nothing was changed'),
  what: z
    .record(z.string(), z.unknown().describe('A fact of the action'))
    .optional()
    .describe('What happened, in the terms of the action; without what the request says itself'),
  why: z.string().optional().describe('Why it was not done, or nothing came of it'),
  warnings: z.array(z.string()).optional().describe('Unknown fields of the action'),
  code: errorCodeSchema.optional().describe('Error code of an action that was not done'),
  did_you_mean: z.array(z.string()).optional().describe('Names that are close to the one that was sent'),
  possible: z
    .array(z.unknown().describe('A choice'))
    .optional()
    .describe('What could be chosen instead; only where that is little, and no name is near'),
  brief: z
    .union([packedBriefSchema, z.string()])
    .optional()
    .describe('Only of an end_turn with `until`: the brief of the turn that has come'),
  state: enclosedStateSchema
    .optional()
    .describe('Only of an end_turn with `state`: that state of the turn that has come'),
  ended: turnsEndedSchema.optional().describe('Only of an end_turn with `state`: what it was answered for'),
});

/** `data` of a compact_result: the verdict of an action, or of each action of a batch. */
export const compactResultSchema = z.union([
  compactVerdictSchema,
  z.strictObject({
    results: z.array(compactVerdictSchema).describe('One for each action of the batch, in their order'),
    decisions: z
      .array(z.string())
      .optional()
      .describe('Only where asked for: what needs a decision and was not told before, as in a brief'),
  }),
]);

/** The verdict of one action in its compact form. */
export type CompactVerdict = Immutable<z.infer<typeof compactVerdictSchema>>;
/** The verdict of an action, or of each action of a batch, in its compact form. */
export type CompactResult = Immutable<z.infer<typeof compactResultSchema>>;
