import { randomUUID } from 'node:crypto';
import { linkSync, lstatSync, renameSync, unlinkSync } from 'node:fs';
import { lstat, mkdir, open, readdir, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { isCircumstance } from '#shared/core/disk/disk-error.js';
import type { GameSave } from '#shared/protocol/game-operations.js';
import type { GameFolder } from '../disk/game-folder.js';
import { mayWrite, type WriteGuard } from '../disk/write-guard.js';
import {
  isSaveName,
  outputFileNames,
  readOutputFile,
  type ServerFolder,
  serverFolderAt,
  serverFolders,
} from '../server/server-folder.js';
import { isWholeSave } from './save-file.js';

/** A save file and the turn it was written in. */
export interface SavedTurn {
  readonly turn: number;
  readonly file: string;
}

/** The saves of a game that its server wrote by itself. */
export interface ServerSaves {
  /** Of turn begins, newest first. A save within a turn would replay that turn's journal twice. */
  readonly turns: readonly SavedTurn[];
  /** The one that the server writes when a game is over; undefined before that. */
  readonly final: SavedTurn | undefined;
}

/** The saves that the server wrote, after one look at the disk. */
export async function serverSaves(folder: GameFolder, guard: WriteGuard): Promise<ServerSaves> {
  await collectSaves(folder, guard);
  const names = await namesOnDisk(folder.saves);
  const named = (pattern: RegExp): readonly SavedTurn[] =>
    names
      .flatMap((name) => {
        const turn = pattern.exec(name)?.[1];
        return turn === undefined ? [] : [{ turn: Number(turn), file: join(folder.saves, name) }];
      })
      .sort((a, b) => b.turn - a.turn);
  const [final] = named(/-T(\d+)-.*-final\.sav(\.[a-z0-9]+)?$/);
  return { turns: named(/-T(\d+)-.*-auto\.sav(\.[a-z0-9]+)?$/), final };
}

/** The first of the two alone. */
export async function savedTurns(folder: GameFolder, guard: WriteGuard): Promise<readonly SavedTurn[]> {
  return (await serverSaves(folder, guard)).turns;
}

/** The names in a folder; empty when there is no such folder. Rejects when it cannot be read. */
async function namesOnDisk(folder: string): Promise<readonly string[]> {
  return readdir(folder).catch((error: unknown) => {
    if (isCircumstance(error)) throw error;
    return [];
  });
}

const kinds: readonly { readonly kind: GameSave['kind']; readonly pattern: RegExp }[] = [
  { kind: 'turn', pattern: /-T(\d+)-.*-auto\.sav(\.[a-z0-9]+)?$/ },
  { kind: 'final', pattern: /-T(\d+)-.*-final\.sav(\.[a-z0-9]+)?$/ },
  { kind: 'manual', pattern: /^T(\d+)-[A-Za-z0-9_-]+\.sav(\.[a-z0-9]+)?$/ },
];

/** The file name of a save on request, without its extension. */
export function manualSaveName(turn: number, name: string): string {
  return `T${String(turn).padStart(4, '0')}-${name}`;
}

/** The saves of a game, newest first. */
export async function listSaves(game: GameFolder, guard: WriteGuard): Promise<readonly GameSave[]> {
  await collectSaves(game, guard);
  const folder = game.saves;
  const names = await readdir(folder).catch(() => []);
  const saves = await Promise.all(names.map((name) => describe(folder, name)));
  return saves.flat().sort((a, b) => b.saved_at.localeCompare(a.saved_at));
}

async function describe(folder: string, name: string): Promise<readonly GameSave[]> {
  for (const { kind, pattern } of kinds) {
    const turn = pattern.exec(name)?.[1];
    const known = turn === undefined ? undefined : await stat(join(folder, name)).catch(() => undefined);
    if (known === undefined) continue;
    return [{ name, kind, turn: Number(turn), bytes: known.size, saved_at: known.mtime.toISOString() }];
  }
  return [];
}

/** The paths of a game that collecting saves needs, see game-folder.ts. */
export interface SaveFolders {
  readonly path: string;
  readonly saves: string;
  readonly run: string;
}

/**
 * Moves complete saves from the folders of the game's servers to `saves`, where only the proxy writes: a file there was a
 * plain file of the server and cannot change after the move. A save that cannot be moved, because the disk is full or the server
 * is still writing it, stays in place until the next call. Saves of a game that another proxy may own are left to that proxy.
 */
export async function collectSaves(folder: SaveFolders, guard: WriteGuard): Promise<void> {
  const { saves, run } = folder;
  if (!mayWrite(guard)) return;
  await reclaimSaves(folder, guard);
  for (const server of await serverFolders(run)) {
    const names = (await outputFileNames(server)).filter(isSaveName);
    for (const name of names) await importSave(server, name, saves, guard).catch(() => {});
  }
}

async function importSave(
  server: ServerFolder,
  name: string,
  saves: string,
  guard: WriteGuard,
): Promise<void> {
  const save = await readOutputFile(server, name);
  if (save === undefined) return;
  if (name.endsWith('.gz') && !(await isWholeSave(save.bytes))) return;
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
    placeSave(brought, join(saves, name), save.modified, guard);
  } finally {
    await unlink(brought).catch(() => undefined);
  }
  guard.checkOwned();
  unlinkSync(join(server.out, name));
}

/** Gives a copied save its name. A link does not replace a save that got the name first. */
function placeSave(brought: string, file: string, modified: Date, guard: WriteGuard): void {
  guard.checkOwned();
  try {
    linkSync(brought, file);
  } catch {
    const known = lstatSync(file, { throwIfNoEntry: false });
    // A later server has begun the same turn again.
    if (known !== undefined && known.mtime > modified) return;
    guard.checkOwned();
    renameSync(brought, file);
  }
}

/** An earlier version that ran as root gave `saves` to the servers' account: its files are then imported as a server's. */
async function reclaimSaves({ path, saves, run }: SaveFolders, guard: WriteGuard): Promise<void> {
  const [own, stats] = await Promise.all([path, saves].map((file) => lstat(file).catch(() => undefined)));
  if (own === undefined || stats === undefined || stats.uid === own.uid) return;
  const server = serverFolderAt(join(run, `server-before-${randomUUID()}`));
  await mkdir(server.path, { recursive: true, mode: 0o700 });
  guard.checkOwned();
  renameSync(saves, server.out);
}
