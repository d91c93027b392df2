import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Where everything of one game is kept. */
export interface GameFolder {
  readonly path: string;
  /** The game server's own; it writes nowhere else. */
  readonly saves: string;
  readonly journal: string;
  readonly record: string;
}

export function gameFolder(dataDir: string, gameId: string): GameFolder {
  const path = join(dataDir, 'games', gameId);
  return {
    path,
    saves: join(path, 'saves'),
    journal: join(path, 'journal'),
    record: join(path, 'game.json'),
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
export async function savedTurns(saves: string): Promise<readonly SavedTurn[]> {
  const names = await readdir(saves).catch(() => []);
  return names
    .flatMap((name) => {
      const turn = /-T(\d+)-.*-auto\.sav/.exec(name)?.[1];
      return turn === undefined ? [] : [{ turn: Number(turn), file: join(saves, name) }];
    })
    .sort((a, b) => b.turn - a.turn);
}
