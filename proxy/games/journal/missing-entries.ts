import type { JournalEntry, JournalLine } from './journal-entry.js';
import type { JournalFile } from './journal-file.js';

/** A turn of a journal as it is to be played again. */
export interface TurnHistory {
  readonly turn: number;
  readonly file: JournalFile;
  /** What is left of it, with a `gap` wherever entries are missing. */
  readonly lines: readonly JournalLine[];
  /** Entries that are missing and that nobody was told of yet; null where some are and nobody knows how many. */
  readonly missing: number | null;
}

interface TurnFile {
  readonly turn: number;
  readonly file: JournalFile;
}

/** A file while it is looked through. */
interface TurnDraft extends TurnFile {
  readonly lines: JournalLine[];
  /** Entries that are missing, as the numbers say. */
  missing: number;
}

const gap: JournalEntry = { kind: 'gap' };

/**
 * Finds what is missing in the turns of a journal, which are given in order and without a turn left out. `before` is the
 * number of the last entry before them, undefined where that is not known; `last` that of the last entry of all. A
 * request that is answered while the turn changes is written into its own turn's file with a number higher than those
 * that begin the next: only a number that is in no file is missing.
 */
export function findMissing(
  files: readonly TurnFile[],
  before: number | undefined,
  last: number,
): readonly TurnHistory[] {
  const drafts = files.map((file): TurnDraft => ({ ...file, lines: [], missing: 0 }));
  const present = new Set(files.flatMap(({ file }) => file.lines.map(({ number }) => number)));
  let previous = before;
  for (const [at, draft] of drafts.entries()) previous = scanTurn(draft, drafts[at - 1], previous, present);
  const newest = drafts.at(-1);
  if (newest !== undefined && previous !== undefined) addGap(newest, previous, last, present);
  return drafts.map(historyOf);
}

/** Answers the last number that is known then. What is missing before the first line may be of the turn before. */
function scanTurn(
  draft: TurnDraft,
  earlier: TurnDraft | undefined,
  before: number | undefined,
  present: ReadonlySet<number | undefined>,
): number | undefined {
  let previous = before;
  for (const [index, line] of draft.file.lines.entries()) {
    const isOfEarlier = index === 0 && earlier !== undefined && isCut(earlier);
    if (line.entry.kind !== 'gap' && line.number !== undefined && previous !== undefined)
      addGap(isOfEarlier ? earlier : draft, previous, line.number - 1, present);
    draft.lines.push(line);
    previous = Math.max(previous ?? 0, line.number ?? 0) || undefined;
  }
  return previous;
}

/** Whether the end of a turn's file is missing. */
function isCut({ file, lines }: TurnDraft): boolean {
  return file.unreadable > 0 || !lines.some(({ entry }) => entry.kind === 'end');
}

/** Puts one gap where numbers after `from`, up to `to`, are not present; nothing where all are. */
function addGap(draft: TurnDraft, from: number, to: number, present: ReadonlySet<number | undefined>): void {
  let absent = 0;
  for (let number = from + 1; number <= to; number += 1) if (!present.has(number)) absent += 1;
  if (absent === 0) return;
  draft.missing += absent;
  draft.lines.push({ entry: gap, number: to });
}

function historyOf({ turn, file, lines, missing }: TurnDraft): TurnHistory {
  if (missing > 0) return { turn, file, lines, missing };
  const isWhole = file.unreadable === 0 && file.damage === undefined && file.exists;
  if (isWhole) return { turn, file, lines, missing };
  // The numbers say nothing of it.
  const filled = [...lines, { entry: gap, number: undefined }];
  return { turn, file, lines: filled, missing: file.unreadable > 0 ? file.unreadable : null };
}
