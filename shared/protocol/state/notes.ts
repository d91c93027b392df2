import { z } from 'zod';
import type { Immutable } from './common.js';

/** A note that an agent has written down for itself. */
export const noteSchema = z.strictObject({
  id: z.int().describe('Number of the note'),
  text: z.string().describe('What was written down'),
  turn: z.int().describe('Turn in which it was written'),
  due_turn: z.int().optional().describe('Turn whose digest reminds of it'),
});

/** A note that an agent has written down for itself. */
export type Note = Immutable<z.infer<typeof noteSchema>>;
