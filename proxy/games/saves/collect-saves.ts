import { randomUUID } from 'node:crypto';
import { lstat, mkdir, open, rename, rm, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import {
  isSaveName,
  readWritten,
  type ServerFolder,
  serverFolderAt,
  serverFolders,
  writtenNames,
} from '../server/server-folder.js';
import { inflateSave } from './save-file.js';

/** Of a game's folder, see game-folder.ts. */
export interface SaveFolders {
  readonly path: string;
  readonly saves: string;
  readonly run: string;
}

/**
 * Brings the whole saves that the game's servers wrote into its `saves`, where only we write: what is read there was a
 * plain file of the server's, and stays as it was. What cannot be brought, because the disk is full or the server is
 * still writing, stays where it is and is brought later.
 */
export async function collectSaves(folder: SaveFolders): Promise<void> {
  const { saves, run } = folder;
  await reclaimSaves(folder);
  for (const server of await serverFolders(run)) {
    const names = (await writtenNames(server)).filter(isSaveName);
    for (const name of names) await importSave(server, name, saves).catch(() => {});
  }
}

async function importSave(server: ServerFolder, name: string, saves: string): Promise<void> {
  const save = await readWritten(server, name);
  if (save === undefined) return;
  if (name.endsWith('.gz') && (await inflateSave(save.bytes)) === undefined) return;
  const known = await lstat(join(saves, name)).catch(() => undefined);
  // A server after that one has begun the turn again.
  if (known !== undefined && known.mtime > save.modified) return unlink(join(server.out, name));
  await mkdir(saves, { recursive: true, mode: 0o700 });
  const brought = join(saves, `.${randomUUID()}.part`);
  try {
    const file = await open(brought, 'wx', 0o600);
    try {
      await file.writeFile(save.bytes);
      await file.utimes(save.modified, save.modified);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(brought, join(saves, name));
  } catch (error) {
    await rm(brought, { force: true });
    throw error;
  }
  await unlink(join(server.out, name));
}

/** A version that ran as root let the servers' account have `saves`: it is then taken for what a server wrote. */
async function reclaimSaves({ path, saves, run }: SaveFolders): Promise<void> {
  const [own, stats] = await Promise.all([path, saves].map((file) => lstat(file).catch(() => undefined)));
  if (own === undefined || stats === undefined || stats.uid === own.uid) return;
  const server = serverFolderAt(join(run, `server-before-${randomUUID()}`));
  await mkdir(server.path, { recursive: true, mode: 0o700 });
  await rename(saves, server.out);
}
