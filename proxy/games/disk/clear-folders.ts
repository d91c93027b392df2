import { join } from 'node:path';
import { clearWay } from '#shared/core/disk/quarantine.js';
import type { Kept } from '#shared/protocol/disk.js';
import type { GameFolder } from '../game-folder.js';
import type { DiskNotes } from './disk-alarm.js';

/** Puts aside what stands where a folder of the game should be, so that the game can keep its files again. */
export function clearFolders(
  { path, saves, run, journal, orders, recordings }: GameFolder,
  disk: DiskNotes,
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
      disk.damaged(what, { file, reason: 'it is no folder', lost: `all that was in it` }, aside);
  }
}
