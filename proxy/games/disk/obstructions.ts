import { join } from 'node:path';
import { isCircumstance } from '#shared/core/disk/disk-error.js';
import { clearWay } from '#shared/core/disk/quarantine.js';
import type { Kept } from '#shared/protocol/disk.js';
import type { DiskReporter } from './disk-monitor.js';
import type { GameFolder } from './game-folder.js';

/** Runs `work`, which writes `file`; when something stands in its way, puts that aside and runs it once more. */
export async function retryAfterClearing<T>(
  disk: DiskReporter,
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
export function retryAfterClearingSync<T>(disk: DiskReporter, what: Kept, file: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (isCircumstance(error) || !hasCleared(disk, what, file)) throw error;
    return work();
  }
}

function hasCleared(disk: DiskReporter, what: Kept, file: string): boolean {
  const cleared = clearWay(file);
  for (const { path, aside } of cleared) {
    const reason = 'something else stood where it belongs';
    disk.reportDamage(what, { file: path, reason, lost: `what was in the ${what} until now` }, aside);
  }
  return cleared.length > 0;
}

/** Puts aside what stands where a folder of the game should be, so that the game can keep its files again. */
export function quarantineObstructions(
  { path, saves, run, journal, orders, recordings }: GameFolder,
  disk: DiskReporter,
): void {
  const folders: readonly (readonly [Kept, string])[] = [
    ['save', saves],
    ['save', run],
    ['journal', journal],
    ['orders', orders],
    ['notes', join(path, 'notes')],
    ['recording', recordings],
  ];
  for (const [what, folder] of folders) {
    for (const { path: file, aside } of clearWay(join(folder, 'any')))
      disk.reportDamage(what, { file, reason: 'it is no folder', lost: `all that was in it` }, aside);
  }
}
