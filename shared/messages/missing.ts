import { z } from 'zod';

/** A part of what agents did that the disk has lost, so that a game was brought back without it. */
export const missingPartSchema = z.object({
  /** The turn in which it was done. */
  turn: z.int(),
  /** Requests that were lost; null where that cannot be told. */
  requests: z.int().nullable(),
  /** The file that should have held it, within the folder of the game. */
  file: z.string(),
});

export type MissingPart = z.infer<typeof missingPartSchema>;
