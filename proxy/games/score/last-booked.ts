import { readKeptFile } from '#shared/core/disk/read-file.js';
import type { GameFolder } from '../game-folder.js';
import { accountOf, readEntry } from './ledger-entry.js';

/** The last turn in the books of a game; 0 when there is none. */
export async function lastBooked({ ledger }: GameFolder): Promise<number> {
  const read = await readKeptFile(ledger);
  const lines = read.kind === 'read' ? read.bytes.toString('utf8').split('\n') : [];
  return accountOf(lines.flatMap((line) => readEntry(line) ?? [])).turns.at(-1)?.turn ?? 0;
}
