import { copyFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ok, type Result } from '#shared/core/result.js';
import { type Journal, journalName } from './journal.js';
import { formatUnnumbered } from './journal-file.js';

/**
 * Copies those turns of a journal, in order, to a folder where they are played alone. The entries have no numbers there: a request
 * that was answered while a turn changed has a number after those of the next turn, which would look missing without that turn. A
 * damaged file is copied as it is. E123 when the journal cannot be read now.
 */
export async function copyTurns(
  journal: Journal,
  turns: readonly number[],
  folder: string,
): Promise<Result<void>> {
  let fence = 0;
  for (const turn of turns) {
    const file = await journal.readFile(turn, fence);
    if (!file.ok) return file;
    fence = file.value.fence;
    const path = join(folder, journalName(turn));
    if (file.value.damage === undefined)
      await writeFile(path, file.value.lines.map(({ entry }) => formatUnnumbered(entry)).join(''));
    else await copyFile(journal.path(turn), path);
  }
  return ok(undefined);
}
