import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Where everything of one game is kept. */
export interface GameFolder {
  readonly path: string;
  /** The game server's own; it writes nowhere else. */
  readonly saves: string;
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
export function savedTurns(saves: string): Promise<readonly SavedTurn[]> {
  return savesNamed(saves, /-T(\d+)-.*-auto\.sav/);
}

/** The save that the server writes when a game is over; undefined before that. */
export async function finalSave(saves: string): Promise<SavedTurn | undefined> {
  const [newest] = await savesNamed(saves, /-T(\d+)-.*-final\.sav/);
  return newest;
}

/** The turn is the pattern's first group. */
async function savesNamed(saves: string, pattern: RegExp): Promise<readonly SavedTurn[]> {
  const names = await readdir(saves).catch(() => []);
  return names
    .flatMap((name) => {
      const turn = pattern.exec(name)?.[1];
      return turn === undefined ? [] : [{ turn: Number(turn), file: join(saves, name) }];
    })
    .sort((a, b) => b.turn - a.turn);
}
