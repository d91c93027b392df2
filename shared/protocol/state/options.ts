import { z } from 'zod';
import type { Immutable } from './common.js';
import { optionFieldsShape } from './offer.js';

const optionSchema = z.strictObject({
  action: z.string().describe('Name of the action: send it as action_type, with the actor_id of this answer'),
  ...optionFieldsShape,
  what: z
    .string()
    .describe(
      'What comes of it by the rules of this game: turns, costs, yields now and after. Food, shields and trade are written 1/2/0',
    ),
});

/** What one unit, one city or the nation can do now, the best first. */
export const actorOptionsSchema = z.strictObject({
  actor: z.string().describe('Who it is about: name, place and what it does now'),
  actor_id: z.int().optional().describe('Id of the unit or city; absent for the nation'),
  options: z
    .array(optionSchema)
    .describe(
      'What it can do now, the best first; as many as fit 300 tokens, with `sections` all of those actions',
    ),
  more: z.record(z.string(), z.int()).optional().describe('How many more ways there are of each action'),
  ask: z.string().optional().describe('How to ask for the rest'),
});

/** One thing that an actor can do, and what comes of it. */
export type ActorOption = Immutable<z.infer<typeof optionSchema>>;
/** What one unit, one city or the nation can do now. */
export type ActorOptions = Immutable<z.infer<typeof actorOptionsSchema>>;
