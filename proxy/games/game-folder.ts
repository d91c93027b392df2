import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { isCircumstance } from '#shared/core/disk/disk-error.js';
import { collectSaves } from './collect-saves.js';

/** Where everything of one game is kept. */
export interface GameFolder {
  readonly path: string;
  /** Brought from where the servers write, see collect-saves.ts; nobody else writes here. */
  readonly saves: string;
  /** A folder for each game server, which may put anything there; see server/server-folder.ts. */
  readonly run: string;
  /** Scores and state hashes turn by turn, see score/ledger.ts. */
  readonly ledger: string;
  /** What an ended game was, see archive/manifest.ts. With it the whole folder is an archive. */
  readonly manifest: string;
  readonly journal: string;
  readonly record: string;
  /** Standing orders, a file for each agent. */
  readonly orders: string;
  /** What people watch, now and later. */
  readonly recordings: string;
}

export function gameFolder(dataDir: string, gameId: string): GameFolder {
  return gameFolderAt(join(dataDir, 'games', gameId));
}

/** The same for a game that lies elsewhere. */
export function gameFolderAt(path: string): GameFolder {
  return {
    path,
    saves: join(path, 'saves'),
    run: join(path, 'run'),
    ledger: join(path, 'ledger.jsonl'),
    manifest: join(path, 'manifest.json'),
    journal: join(path, 'journal'),
    record: join(path, 'game.json'),
    orders: join(path, 'orders'),
    recordings: join(path, 'recordings'),
  };
}

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
