import { z } from 'zod';
import { type PlayerMark, playerMarkSchema } from '#shared/protocol/agent-answers.js';
import { type SeatProcess, type TurnProcess, turnProcessSchema } from '#shared/protocol/process-metrics.js';
import { playerScoreSchema } from '#shared/protocol/score.js';
import type { UsageReport } from '#shared/protocol/usage.js';
import type { GameFolder } from '../disk/game-folder.js';
import { readableLines } from '../disk/lines-file.js';

const ledgerTurnSchema = z.strictObject({
  kind: z.literal('turn'),
  turn: z.int().nonnegative(),
  isFinal: z.boolean(),
  /** See stateHash in saves/save-file.ts. */
  hash: z.string(),
  players: z.array(playerScoreSchema),
  /** See `playerRelations`; not there in ledgers of before it was kept. */
  relations: z
    .array(z.tuple([z.int().nonnegative(), z.int().nonnegative(), z.string(), z.int()]))
    .exactOptional(),
});

/** One line of the ledger. */
export const ledgerEntrySchema = z.discriminatedUnion('kind', [
  /** A server process loaded the save of that turn; null: it created the game. */
  z.strictObject({ kind: z.literal('life'), from: z.int().nullable() }),
  ledgerTurnSchema,
  /** How that turn ended for the agents' players. */
  z.strictObject({
    kind: z.literal('marks'),
    turn: z.int().nonnegative(),
    marks: z.array(playerMarkSchema),
  }),
  /** How one agent played that turn. */
  turnProcessSchema.extend({ kind: z.literal('process'), turn: z.int().nonnegative() }),
]);

/** The scores and the state hash of one turn. */
export type LedgerTurn = z.infer<typeof ledgerTurnSchema>;
/** One line of the ledger. */
export type LedgerEntry = z.infer<typeof ledgerEntrySchema>;

/** The content of a ledger, after discarding what a restore made void. */
export interface LedgerContents {
  /** In order, each once, as of the last server that played it. */
  readonly turns: readonly LedgerTurn[];
  /** The turns whose saves server processes loaded, in order; null for the beginning of the game. */
  readonly runs: readonly (number | null)[];
  /** How turns ended for the agents' players when they were last played, by turn. */
  readonly marks: ReadonlyMap<number, readonly PlayerMark[]>;
  /** How agents played turns when these were last played, by turn; within a turn by player. */
  readonly process: ReadonlyMap<number, ReadonlyMap<number, TurnProcess>>;
}

/** The content of a ledger. A server that loads the save of a turn plays the later turns again, so their entries are discarded. */
export function ledgerContents(entries: readonly LedgerEntry[]): LedgerContents {
  const turns = new Map<number, LedgerTurn>();
  const marks = new Map<number, readonly PlayerMark[]>();
  const process = new Map<number, Map<number, TurnProcess>>();
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
    if (entry.kind === 'process') {
      const { kind: _, turn, ...row } = entry;
      process.set(turn, (process.get(turn) ?? new Map()).set(row.player, row));
      continue;
    }
    const from = entry.from ?? -1;
    deleteFrom(turns, from + 1);
    // The turn of the save had only begun.
    deleteFrom(marks, from);
    deleteFrom(process, from);
    lives = [...lives.filter((life) => (life ?? -1) < from), entry.from];
  }
  return { turns: [...turns.values()].sort((a, b) => a.turn - b.turn), runs: lives, marks, process };
}

/** What the process metrics of a player are computed from; `reports` of its model. */
export function seatProcess(
  { process, marks }: LedgerContents,
  player: number,
  reports: readonly UsageReport[],
): SeatProcess {
  const turns = [...process].toSorted(([a], [b]) => a - b);
  return {
    reports,
    turns: turns.flatMap(([, rows]) => rows.get(player) ?? []),
    marks: [...marks.values()]
      .flatMap((all) => all.filter((one) => one.player === player))
      .map(({ mark }) => mark),
  };
}

function deleteFrom(byTurn: Map<number, unknown>, first: number): void {
  for (const turn of [...byTurn.keys()]) if (turn >= first) byTurn.delete(turn);
}

/** The ledger of a game as far as it can be read now; nothing is repaired or added. */
export async function readLedger({ ledger }: GameFolder): Promise<LedgerContents> {
  const lines = readableLines({ file: ledger, schema: ledgerEntrySchema });
  return ledgerContents(await lines.catch(() => []));
}

/** The last turn in the ledger of a game; 0 when there is none. */
export async function lastLedgerTurn(folder: GameFolder): Promise<number> {
  return (await readLedger(folder)).turns.at(-1)?.turn ?? 0;
}
