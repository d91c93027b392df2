import { randomUUID } from 'node:crypto';
import { linkSync, lstatSync, mkdirSync, renameSync, unlinkSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isCircumstance } from '#shared/core/disk/disk-error.js';
import type { GameSave } from '#shared/protocol/game-operations.js';
import type { GameFolder } from '../disk/game-folder.js';
import { mayWrite, type WriteGuard } from '../disk/write-guard.js';
import { serverFolderAt } from '../server/server-folder.js';
import { type BringSave, type BroughtSave, bringSave, removePart, type SaveFolders } from './brought-save.js';
import { namedSave } from './save-name.js';

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
  /** The copies that got their place only now, by the name of the save. */
  readonly placed: ReadonlyMap<string, string>;
}

/** The saves that the server wrote, after one look at the disk. `bring` looks for new ones, see collectSaves. */
export async function serverSaves(
  folder: GameFolder,
  guard: WriteGuard,
  bring?: BringSave,
): Promise<ServerSaves> {
  const { names = await namesOnDisk(folder.saves), placed } = await collectSaves(folder, guard, bring);
  const turns: SavedTurn[] = [];
  const finals: SavedTurn[] = [];
  for (const name of names) {
    const named = namedSave(name);
    if (named === undefined || named.kind === 'manual') continue;
    (named.kind === 'turn' ? turns : finals).push({ turn: named.turn, file: join(folder.saves, name) });
  }
  for (const saves of [turns, finals]) saves.sort((a, b) => b.turn - a.turn);
  return { turns, final: finals[0], placed };
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

/** The saves of a game, newest first. */
export async function listSaves(game: GameFolder, guard: WriteGuard): Promise<readonly GameSave[]> {
  await collectSaves(game, guard);
  const folder = game.saves;
  const names = await readdir(folder).catch(() => []);
  const saves = await Promise.all(names.map((name) => describe(folder, name)));
  return saves.flat().sort((a, b) => b.saved_at.localeCompare(a.saved_at));
}

async function describe(folder: string, name: string): Promise<readonly GameSave[]> {
  const named = namedSave(name);
  const known = named === undefined ? undefined : await stat(join(folder, name)).catch(() => undefined);
  if (named === undefined || known === undefined) return [];
  return [{ name, ...named, bytes: known.size, saved_at: known.mtime.toISOString() }];
}

/** What is in the folder of saves after they were collected. */
interface CollectedSaves {
  /** The names there; undefined when they were not read. */
  readonly names: readonly string[] | undefined;
  readonly placed: ServerSaves['placed'];
}

/**
 * Moves complete saves from the folders of the game's servers to `saves`, where only the proxy writes: a file there was a
 * plain file of the server and cannot change after the move. A save that cannot be moved, because the disk is full or the server
 * is still writing it, stays in place until the next call. Saves of a game that another proxy may own are left to that proxy.
 * `bring` looks for them and copies them, on this thread if not given.
 */
export async function collectSaves(
  folder: SaveFolders,
  guard: WriteGuard,
  bring: BringSave = bringSave,
): Promise<CollectedSaves> {
  const placed = new Map<string, string>();
  if (!mayWrite(guard)) return { names: undefined, placed };
  const tried: string[] = [];
  for (;;) {
    const found = await bring(folder, tried);
    if (found.isForeign) reclaimSaves(folder, guard);
    tried.push(...found.tried);
    const { save } = found;
    if (save !== undefined && hasPlaced(save, folder.saves, guard)) placed.set(save.name, save.part);
    if (!found.isMore || !mayWrite(guard))
      return { names: found.names && [...new Set([...found.names, ...placed.keys()])], placed };
  }
}

/** Gives a copied save its name, and removes the file of the server. False where it did not get the name. */
function hasPlaced({ name, part, source, modified }: BroughtSave, saves: string, guard: WriteGuard): boolean {
  let isPlaced = false;
  try {
    try {
      isPlaced = placeSave(part, join(saves, name), modified, guard);
    } finally {
      removePart(part);
    }
    guard.checkOwned();
    unlinkSync(source);
  } catch {
    // It stays in place until the next call.
  }
  return isPlaced;
}

/** Gives a copied save its name. A link does not replace a save that got the name first. False when that is a newer one. */
function placeSave(brought: string, file: string, modified: Date, guard: WriteGuard): boolean {
  guard.checkOwned();
  try {
    linkSync(brought, file);
  } catch {
    const known = lstatSync(file, { throwIfNoEntry: false });
    // A later server has begun the same turn again.
    if (known !== undefined && known.mtime > modified) return false;
    guard.checkOwned();
    renameSync(brought, file);
  }
  return true;
}

/** An earlier version that ran as root gave `saves` to the servers' account: its files are then imported as a server's. */
function reclaimSaves({ saves, run }: SaveFolders, guard: WriteGuard): void {
  const server = serverFolderAt(join(run, `server-before-${randomUUID()}`));
  mkdirSync(server.path, { recursive: true, mode: 0o700 });
  guard.checkOwned();
  renameSync(saves, server.out);
}
