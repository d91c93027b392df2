import { z } from 'zod';

/** An agent's own notes: adds and removes some, if wanted, and answers all there are then. */
export const notesDataSchema = z.looseObject({
  add: z
    .array(
      z.looseObject({
        text: z.string().min(1).max(1000),
        /** The turn whose digest reminds of it. */
        due_turn: z.int().nonnegative().optional(),
      }),
    )
    .max(20)
    .default([]),
  /** Ids of notes. */
  remove: z.array(z.int()).max(100).default([]),
});

export type NotesData = z.infer<typeof notesDataSchema>;

export interface Note {
  readonly id: number;
  readonly text: string;
  /** The turn it was written in. */
  readonly turn: number;
  readonly due_turn?: number;
}
