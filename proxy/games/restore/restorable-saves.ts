import { ok, type Result } from '#shared/core/result.js';
import type { GameRecord } from '../disk/game-record.js';
import type { Journal } from '../journal/journal.js';
import { type SavedTurn, savedTurns } from '../saves/stored-saves.js';
import type { RestoreContext } from './reconnect.js';

/**
 * The saves from which a game can be restored, newest first; none of one that had not begun. When a proxy is killed, the server
 * loses its seats one after the other. Where the others have ended their turn, losing the last seat ends the turn, and
 * the server saves the next: no agent has seen the turn of that save, and the save lacks what the agent would have done. E123 when
 * the journal cannot be read.
 */
export async function restorableSaves(
  parts: Pick<RestoreContext, 'folder' | 'journal' | 'log' | 'disk'> & {
    readonly record: Pick<GameRecord, 'phase' | 'shown'>;
  },
): Promise<Result<readonly SavedTurn[]>> {
  const { record, folder, journal, log, disk } = parts;
  if (record.phase === 'lobby') return ok([]);
  const last = await lastBegunTurn(journal, record.shown?.turn ?? 0);
  if (!last.ok) return last;
  const saves = await savedTurns(folder, disk);
  const unseen = saves.filter(({ turn }) => turn > last.value);
  if (unseen.length === 0) return ok(saves);
  const turns = unseen.map(({ turn }) => turn);
  log.warn({ turns, last: last.value }, 'the server saved turns that had not begun for the agents');
  return ok(saves.filter((save) => !unseen.includes(save)));
}

/** The last turn that can have begun for an agent; Infinity where the journal does not know. `shown` is one that has. */
async function lastBegunTurn(journal: Journal, shown: number): Promise<Result<number>> {
  const unknown = ok(Number.POSITIVE_INFINITY);
  const turns = await journal.turns();
  if (!turns.ok) return turns;
  const newest = turns.value.at(-1);
  if (newest === undefined) return unknown;
  const file = await journal.readFile(newest);
  if (!file.ok) return file;
  const { lines, late, damage } = file.value;
  const numbers = [...lines.map(({ number = 0 }) => number), ...late];
  const isCut = numbers.reduce((highest, number) => Math.max(highest, number), 0) < journal.lastNumber;
  if (damage !== undefined || isCut) return unknown;
  const isEnded = lines.some(({ entry }) => entry.kind === 'end');
  return ok(Math.max(shown, isEnded ? newest + 1 : newest));
}
