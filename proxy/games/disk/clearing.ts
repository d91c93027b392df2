import { isCircumstance } from '#shared/core/disk/disk-error.js';
import { clearWay } from '#shared/core/disk/quarantine.js';
import type { Kept } from '#shared/protocol/disk.js';
import type { DiskNotes } from './disk-alarm.js';

/** Runs `work`, which writes `file`; when something stands in its way, puts that aside and runs it once more. */
export async function clearing<T>(
  disk: DiskNotes,
  what: Kept,
  file: string,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isCircumstance(error) || !hasCleared(disk, what, file)) throw error;
    return work();
  }
}

/** The same at once. */
export function clearingSync<T>(disk: DiskNotes, what: Kept, file: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (isCircumstance(error) || !hasCleared(disk, what, file)) throw error;
    return work();
  }
}

function hasCleared(disk: DiskNotes, what: Kept, file: string): boolean {
  const cleared = clearWay(file);
  for (const { path, aside } of cleared) {
    const reason = 'something else stood where it belongs';
    disk.damaged(what, { file: path, reason, lost: `what was in the ${what} until now` }, aside);
  }
  return cleared.length > 0;
}
