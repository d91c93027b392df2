import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isCircumstance } from '#shared/core/disk/disk-error.js';
import type { GameSave } from '#shared/protocol/game-operations.js';
import type { GameFolder } from '../disk/game-folder.js';
import { collectSaves } from './collect-saves.js';

/** A save file and the turn it was written in. */
export interface SavedTurn {
  readonly turn: number;
  readonly file: string;
}

/**
 * The saves taken as turns began, newest first. Others, such as the one a server writes when it is told to end, are of
 * half-played turns, whose journal would then be played twice.
 */
export function savedTurns(folder: GameFolder): Promise<readonly SavedTurn[]> {
  return savesNamed(folder, /-T(\d+)-.*-auto\.sav(\.[a-z0-9]+)?$/);
}

/** The save that the server writes when a game is over; undefined before that. */
export async function finalSave(folder: GameFolder): Promise<SavedTurn | undefined> {
  const [newest] = await savesNamed(folder, /-T(\d+)-.*-final\.sav(\.[a-z0-9]+)?$/);
  return newest;
}

/** The turn is the pattern's first group. */
async function savesNamed(folder: GameFolder, pattern: RegExp): Promise<readonly SavedTurn[]> {
  await collectSaves(folder);
  const names = await namesIn(folder.saves);
  return names
    .flatMap((name) => {
      const turn = pattern.exec(name)?.[1];
      return turn === undefined ? [] : [{ turn: Number(turn), file: join(folder.saves, name) }];
    })
    .sort((a, b) => b.turn - a.turn);
}

/** None where there is no such folder. Rejects when the disk does not say: no saves means another thing. */
async function namesIn(folder: string): Promise<readonly string[]> {
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

/** How the server is told to name a save by request. */
export function manualSaveName(turn: number, name: string): string {
  return `T${String(turn).padStart(4, '0')}-${name}`;
}

/** The saves of a game, newest first. */
export async function listSaves(game: GameFolder): Promise<readonly GameSave[]> {
  await collectSaves(game);
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
