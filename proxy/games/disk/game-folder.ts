import { join } from 'node:path';

/** Where everything of one game is kept. */
export interface GameFolder {
  readonly path: string;
  /** Brought from where the servers write, see saves/game-saves.ts; nobody else writes here. */
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

/** The folder of a game below DATA_DIR, and what lies in it. Nothing is created. */
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
