import { ok, type Result } from '#shared/core/result.js';
import type { MissingPart } from '#shared/protocol/agent-answers.js';
import type { DiskReporter } from '../disk/disk-monitor.js';
import { replaceFile } from '../disk/stored-files.js';
import { type Journal, journalName } from './journal.js';
import {
  formatEntry,
  formatUnnumbered,
  type JournalEntry,
  type JournalFile,
  type JournalLine,
} from './journal-file.js';

interface TurnHistory {
  readonly turn: number;
  readonly file: JournalFile;
  /** The readable lines, with a `gap` wherever entries are missing. */
  readonly lines: readonly JournalLine[];
  /** The number of missing entries that were not reported yet; null when it is unknown. */
  readonly missing: number | null;
}

interface TurnFile {
  readonly turn: number;
  readonly file: JournalFile;
}

/** A file while it is looked through. */
interface TurnDraft extends TurnFile {
  readonly lines: JournalLine[];
  missing: number;
}

const gap: JournalEntry = { kind: 'gap' };

/**
 * Finds what is missing in the turns of a journal, which are given in order and without a turn left out. `before` is the
 * number of the last entry before them, undefined where that is not known; `last` that of the last entry of all. A
 * request that is answered while the turn changes is written into its own turn's file with a number higher than those
 * that begin the next: only a number that is in no file is missing.
 */
function findMissing(
  files: readonly TurnFile[],
  before: number | undefined,
  last: number,
): readonly TurnHistory[] {
  const drafts = files.map((file): TurnDraft => ({ ...file, lines: [], missing: 0 }));
  const present = new Set(
    files.flatMap(({ file }) => [...file.lines.map(({ number }) => number), ...file.late]),
  );
  let previous = before;
  for (const [at, draft] of drafts.entries()) previous = scanTurn(draft, drafts[at - 1], previous, present);
  const newest = drafts.at(-1);
  if (newest !== undefined && previous !== undefined) addGap(newest, previous, last, present);
  return drafts.map(historyOf);
}

/** Returns the last known number. Entries missing before the first line may belong to the turn before. */
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

function isCut({ file, lines }: TurnDraft): boolean {
  return file.unreadable > 0 || !lines.some(({ entry }) => entry.kind === 'end');
}

/** Puts one gap where numbers after `from`, up to `to`, are not present; nothing where all are. */
function addGap(draft: TurnDraft, from: number, to: number, present: ReadonlySet<number | undefined>): void {
  let absent = 0;
  for (let number = from + 1; number <= to; number += 1) if (!present.has(number)) absent += 1;
  if (absent === 0) return;
  draft.missing += absent;
  draft.lines.push({ entry: gap, number: to, fence: draft.file.fence });
}

function historyOf({ turn, file, lines, missing }: TurnDraft): TurnHistory {
  if (missing > 0) return { turn, file, lines, missing };
  const isWhole = file.unreadable === 0 && file.damage === undefined && file.exists;
  if (isWhole) return { turn, file, lines, missing };
  // The numbers say nothing of it.
  const filled = [...lines, { entry: gap, number: undefined, fence: 0 }];
  return { turn, file, lines: filled, missing: file.unreadable > 0 ? file.unreadable : null };
}

/** What a journal says of the turns from one on. */
export interface JournalHistory {
  /** In order, without a turn left out; empty where the journal has no turn. */
  readonly turns: readonly { readonly turn: number; readonly entries: readonly JournalEntry[] }[];
  readonly missing: readonly MissingPart[];
}

/**
 * Reads the journal from the turn `from` on; `shown` is the last turn that agents are known to have seen. The result
 * names missing entries. Each is reported once: a damaged file is quarantined and replaced by its readable lines, with a
 * `gap` entry where lines are missing. A trial changes no file. E123 when the journal cannot be read now.
 */
export async function readHistory(
  journal: Journal,
  from: number,
  shown: number,
  { disk, isTrial = false }: { readonly disk: DiskReporter; readonly isTrial?: boolean },
): Promise<Result<JournalHistory>> {
  const turns = await journal.turns();
  if (!turns.ok) return turns;
  const newest = Math.max(...turns.value.filter((turn) => turn >= from), from - 1);
  const before = await lastBefore(journal, turns.value, from);
  if (!before.ok) return before;
  let { fence } = before.value;
  const files = [];
  // The turn that was shown last has a journal, if the one before it is known to its end.
  for (let turn = from; turn <= newest; turn += 1) {
    const file = await journal.readFile(turn, fence);
    if (!file.ok) return file;
    fence = Math.max(fence, lastFence(file.value));
    files.push({ turn, file: file.value });
  }
  if (!isTrial) await repairBefore(journal, before.value, files, disk);
  const isEnded = files.at(-1)?.file.lines.some(({ entry }) => entry.kind === 'end') ?? true;
  if (shown === newest + 1 && isEnded) files.push({ turn: shown, file: { ...nothing, fence } });
  const past = findMissing(files, before.value.number, journal.lastNumber);
  for (const turn of past)
    if (turn.missing !== 0 && !isTrial) await repair(journal, turn, turn.turn < newest, disk);
  const missing = past.flatMap(({ turn, missing: requests }) =>
    requests === 0 ? [] : [{ turn, requests, file: `journal/${journalName(turn)}` }],
  );
  const last = files.at(-1)?.turn ?? from - 1;
  const unknown = turnsBetween(last + 1, shown).map((turn) => ({
    turn,
    requests: null,
    file: `journal/${journalName(turn)}`,
  }));
  return ok({
    turns: past.map(({ turn, lines }) => ({ turn, entries: lines.map(({ entry }) => entry) })),
    missing: [...missing, ...unknown],
  });
}

const nothing = { lines: [], late: [], damage: undefined, exists: false, unreadable: 0 };

/** The highest fence of a turn's entries: an owner that came later has not written in that turn. */
function lastFence({ lines }: JournalFile): number {
  return lines.reduce((highest, { fence }) => Math.max(highest, fence), 0);
}

/** The number of the last entry before a turn, undefined where that is not known for certain, and the fence then. */
interface EndBefore {
  /** The turn before, when its file is damaged. */
  readonly damaged?: TurnFile;
  readonly number: number | undefined;
  readonly fence: number;
}

async function lastBefore(
  journal: Journal,
  turns: readonly number[],
  from: number,
): Promise<Result<EndBefore>> {
  const before = turns.findLast((turn) => turn < from);
  if (before === undefined) return ok({ number: turns.length === 0 || from === 1 ? 0 : undefined, fence: 0 });
  const file = await journal.readFile(before);
  if (!file.ok) return file;
  const { lines } = file.value;
  const fence = lastFence(file.value);
  const isWhole = file.value.damage === undefined && lines.some(({ entry }) => entry.kind === 'end');
  const last = lines.reduce((highest, { number = 0 }) => Math.max(highest, number), 0);
  const number = isWhole && last > 0 ? last : undefined;
  const damaged = file.value.damage === undefined ? {} : { damaged: { turn: before, file: file.value } };
  return ok({ number, fence, ...damaged });
}

/** Repairs the turn before, whose lost entries only matter when that turn is played again: the save holds what they did. `next`: the turns after it. */
async function repairBefore(
  journal: Journal,
  { damaged }: EndBefore,
  next: readonly TurnFile[],
  disk: DiskReporter,
): Promise<void> {
  if (damaged === undefined) return;
  const { turn, file } = damaged;
  const [first] = next.flatMap(({ file: { lines } }) => lines.flatMap(({ number }) => number ?? []));
  const last = first === undefined ? journal.lastNumber : first - 1;
  const lines = [...file.lines, { entry: gap, number: last, fence: file.fence }];
  await repair(journal, { turn, file, lines, missing: null }, true, disk);
}

/** Replaces a turn's file by its readable lines. A turn that is known to be over gets its `end` entry. */
async function repair(
  journal: Journal,
  { turn, file, lines, missing }: TurnHistory,
  isOver: boolean,
  disk: DiskReporter,
): Promise<void> {
  const path = journal.path(turn);
  const lost = `${missing ?? 'an unknown number of'} requests of turn ${turn}`;
  const reason = file.damage ?? (file.exists ? 'entries are missing in it' : 'it is gone');
  if (file.damage === undefined) disk.reportDamage('journal', { file: path, reason, lost });
  else disk.quarantine('journal', { file: path, reason, lost });
  const hasEnd = lines.some(({ entry }) => entry.kind === 'end');
  const all = isOver && !hasEnd ? [...lines, { entry: end, number: undefined, fence: 0 }] : lines;
  journal.close();
  await replaceFile(path, all.map(textOf).join(''), disk).catch((error: unknown) =>
    disk.writeFailed('journal', error),
  );
}

const end: JournalEntry = { kind: 'end' };

function textOf({ entry, number, fence }: JournalLine): string {
  return number === undefined ? formatUnnumbered(entry) : formatEntry(entry, number, fence);
}

function turnsBetween(first: number, last: number): readonly number[] {
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);
}
