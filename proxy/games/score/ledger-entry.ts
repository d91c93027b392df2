import { z } from 'zod';
import { playerScoreSchema } from '#shared/messages/score.js';

const bookedTurnSchema = z.strictObject({
  kind: z.literal('turn'),
  turn: z.int().nonnegative(),
  /** The game ended with this one. */
  isFinal: z.boolean(),
  /** See state-hash.ts. */
  hash: z.string(),
  players: z.array(playerScoreSchema),
});

const ledgerEntrySchema = z.discriminatedUnion('kind', [
  /** A server process took up the game from the save of that turn; null: it made it anew. */
  z.strictObject({ kind: z.literal('life'), from: z.int().nullable() }),
  bookedTurnSchema,
]);

export type BookedTurn = z.infer<typeof bookedTurnSchema>;
export type LedgerEntry = z.infer<typeof ledgerEntrySchema>;

/** What the lines of a ledger come to. */
export interface Account {
  /** In order, each once, as the last server that played it wrote it. */
  readonly turns: readonly BookedTurn[];
  /** The turns from whose saves servers took up the game, in order; null: from its beginning. Each holds to the next. */
  readonly lives: readonly (number | null)[];
}

/** Undefined for a line that was cut off by the end of its writer. */
export function readEntry(line: string): LedgerEntry | undefined {
  try {
    return ledgerEntrySchema.safeParse(JSON.parse(line)).data;
  } catch {
    return undefined;
  }
}

/** A server that goes on from a turn plays all that follow anew: what was booked of those counts no more. */
export function accountOf(entries: readonly LedgerEntry[]): Account {
  const turns = new Map<number, BookedTurn>();
  let lives: (number | null)[] = [];
  for (const entry of entries) {
    if (entry.kind === 'turn') {
      turns.set(entry.turn, entry);
      continue;
    }
    const from = entry.from ?? -1;
    for (const turn of [...turns.keys()]) if (turn > from) turns.delete(turn);
    lives = [...lives.filter((life) => (life ?? -1) < from), entry.from];
  }
  return { turns: [...turns.values()].sort((a, b) => a.turn - b.turn), lives };
}
