import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Left in the folder of a game that was brought here; it has the fence, see features/storage/local-copy.ts. */
export const COPY_MARK = '.bucket';

/** The paths of one game's files. */
export interface GameFolder {
  readonly path: string;
  /** Copied from the folders of the game servers, see saves/stored-saves.ts; only the proxy writes here. */
  readonly saves: string;
  /** A folder for each game server, which may put anything there; see server/server-folder.ts. */
  readonly run: string;
  /** Scores and state hashes turn by turn, see score/ledger.ts. */
  readonly ledger: string;
  /** The news of diplomacy that its seats got, see features/diplomacy/diplomacy-log.ts. */
  readonly diplomacy: string;
  /** Describes an ended game, see features/archive/manifest.ts. With it the whole folder is an archive. */
  readonly manifest: string;
  readonly journal: string;
  readonly record: string;
  /** Standing orders, a file for each agent. */
  readonly orders: string;
  /** Standing plans, a file for each agent. */
  readonly plans: string;
  /** What the models of agents took, a file for each agent, see features/models/seat-usage.ts. */
  readonly usage: string;
  /** Conversations of models, a folder for each agent, see features/models/conversation-file.ts. */
  readonly conversations: string;
  /** Recordings of the broadcasts. */
  readonly recordings: string;
  /** The files of a generated ruleset, see features/rulesets/game-ruleset.ts. */
  readonly ruleset: string;
}

/** Whether the folder of a game holds a manifest, and so is an archive. */
export function isArchived({ manifest }: GameFolder): boolean {
  return existsSync(manifest);
}

/** The paths of a game below DATA_DIR. Creates nothing. */
export function gameFolder(dataDir: string, gameId: string): GameFolder {
  return gameFolderAt(join(dataDir, 'games', gameId));
}

/** The same for a game in another folder. */
export function gameFolderAt(path: string): GameFolder {
  return {
    path,
    saves: join(path, 'saves'),
    run: join(path, 'run'),
    ledger: join(path, 'ledger.jsonl'),
    diplomacy: join(path, 'diplomacy.jsonl'),
    manifest: join(path, 'manifest.json'),
    journal: join(path, 'journal'),
    record: join(path, 'game.json'),
    orders: join(path, 'orders'),
    plans: join(path, 'plans'),
    usage: join(path, 'usage'),
    conversations: join(path, 'conversations'),
    recordings: join(path, 'recordings'),
    ruleset: join(path, 'ruleset'),
  };
}

/** Where the folder of a game is written until it is complete, on the same file system as its place among the games. */
export function incomingFolder(dataDir: string, gameId: string): string {
  return join(incomingFolders(dataDir), gameId);
}

/** Where those folders are. */
export function incomingFolders(dataDir: string): string {
  return join(dataDir, 'incoming');
}
