import { z } from 'zod';
import { readKeptFile } from '#shared/core/disk/read-file.js';
import { type PlayerMark, playerMarkSchema } from '#shared/protocol/agent-answers.js';
import { playerScoreSchema } from '#shared/protocol/score.js';
import type { GameFolder } from '../disk/game-folder.js';

const ledgerTurnSchema = z.strictObject({
  kind: z.literal('turn'),
  turn: z.int().nonnegative(),
  /** The game ended with this one. */
  isFinal: z.boolean(),
  /** See stateHash in saves/save-file.ts. */
  hash: z.string(),
  players: z.array(playerScoreSchema),
});

const ledgerEntrySchema = z.discriminatedUnion('kind', [
  /** A server process took up the game from the save of that turn; null: it made it anew. */
  z.strictObject({ kind: z.literal('life'), from: z.int().nullable() }),
  ledgerTurnSchema,
  /** How that turn ended for the agents' players. */
  z.strictObject({
    kind: z.literal('marks'),
    turn: z.int().nonnegative(),
    marks: z.array(playerMarkSchema),
  }),
]);

/** The scores and the state hash of one turn. */
export type LedgerTurn = z.infer<typeof ledgerTurnSchema>;
/** One line of the ledger. */
export type LedgerEntry = z.infer<typeof ledgerEntrySchema>;

/** What the lines of a ledger come to. */
export interface LedgerContents {
  /** In order, each once, as the last server that played it wrote it. */
  readonly turns: readonly LedgerTurn[];
  /** The turns from whose saves servers took up the game, in order; null: from its beginning. Each holds to the next. */
  readonly runs: readonly (number | null)[];
  /** How turns ended for the agents' players, by turn, as they were played last. */
  readonly marks: ReadonlyMap<number, readonly PlayerMark[]>;
}

/** Undefined for a line that was cut off by the end of its writer. */
export function parseLedgerEntry(line: string): LedgerEntry | undefined {
  try {
    return ledgerEntrySchema.safeParse(JSON.parse(line)).data;
  } catch {
    return undefined;
  }
}

/** A server that goes on from a turn plays all that follow anew: what was booked of those counts no more. */
export function ledgerContents(entries: readonly LedgerEntry[]): LedgerContents {
  const turns = new Map<number, LedgerTurn>();
  const marks = new Map<number, readonly PlayerMark[]>();
  let lives: (number | null)[] = [];
  for (const entry of entries) {
    if (entry.kind === 'turn') {
      turns.set(entry.turn, entry);
      continue;
    }
    if (entry.kind === 'marks') {
      marks.set(entry.turn, entry.marks);
      continue;
    }
    const from = entry.from ?? -1;
    deleteFrom(turns, from + 1);
    // The turn of the save had only begun.
    deleteFrom(marks, from);
    lives = [...lives.filter((life) => (life ?? -1) < from), entry.from];
  }
  return { turns: [...turns.values()].sort((a, b) => a.turn - b.turn), runs: lives, marks };
}

function deleteFrom(byTurn: Map<number, unknown>, first: number): void {
  for (const turn of [...byTurn.keys()]) if (turn >= first) byTurn.delete(turn);
}

/** The last turn in the books of a game; 0 when there is none. */
export async function lastLedgerTurn({ ledger }: GameFolder): Promise<number> {
  const read = await readKeptFile(ledger);
  const lines = read.kind === 'read' ? read.bytes.toString('utf8').split('\n') : [];
  return ledgerContents(lines.flatMap((line) => parseLedgerEntry(line) ?? [])).turns.at(-1)?.turn ?? 0;
}
