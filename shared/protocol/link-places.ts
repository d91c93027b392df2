import { z } from 'zod';

/** Where a push stands among those of its seat: the first has seq 1, each the one before plus one. */
export const pushPlaceSchema = z.strictObject({
  /** Names one numbering; a proxy that was restarted begins another. */
  outbox: z.string().min(1).max(64),
  seq: z.int().nonnegative(),
});

/** `outbox` in the answer to llm_connect: what follows it on this link. */
export const attachedSchema = pushPlaceSchema.extend({
  /** Pushes were lost to this gateway: agents must ask for a full state. */
  gap: z.boolean(),
});

/** The last entry of a game's journal when an answer was made: where the journal lacks it, what was answered is lost. */
export const journalPlaceSchema = z.strictObject({
  /** When the game was made, in milliseconds since 1970: another game may have its id by now. */
  created: z.number(),
  /** Of the owner that wrote the entry. */
  fence: z.int().nonnegative(),
  /** The number of the entry, and the turn in whose file it is. */
  entry: z.int().positive(),
  turn: z.int().nonnegative(),
});

/** The number of a push, and the numbering it belongs to. */
export type PushPlace = z.infer<typeof pushPlaceSchema>;
/** The place in the pushes of a seat from which a link hears them. */
export type Attached = z.infer<typeof attachedSchema>;
/** An entry of a game's journal. */
export type JournalPlace = z.infer<typeof journalPlaceSchema>;
