import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ok, type Result } from '#shared/core/result.js';
import type { MissingPart } from '#shared/protocol/agent-answers.js';
import type { DiskReporter } from '../disk/disk-monitor.js';
import { type Journal, journalName } from './journal.js';
import { formatUnnumbered } from './journal-file.js';
import { readHistory } from './journal-history.js';

/**
 * Copies the turns of a journal from `from` on, up to the one before `until`, to a folder where they are played alone; returns
 * what is missing in them. The entries have no numbers there: a request that was answered while a turn changed has a number after
 * those of the next turn, which would look missing without that turn. E123 when the journal cannot be read now.
 */
export async function copyTurns(
  journal: Journal,
  { from, until }: { readonly from: number; readonly until: number },
  folder: string,
  disk: DiskReporter,
): Promise<Result<readonly MissingPart[]>> {
  const history = await readHistory(journal, from, 0, { disk, isTrial: true });
  if (!history.ok) return history;
  const { turns, missing } = history.value;
  for (const { turn, entries } of turns.filter((one) => one.turn < until))
    await writeFile(join(folder, journalName(turn)), entries.map(formatUnnumbered).join(''));
  return ok(missing.filter(({ turn }) => turn < until));
}
