import type { Failure } from '#shared/core/failure.js';
import type { Result } from '#shared/core/result.js';
import type { GameRecord } from '../disk/game-record.js';

/** A game as the list of a store has it. */
export interface ListedGame {
  readonly gameId: string;
  readonly record: GameRecord;
  /** When it became an archive, in milliseconds since 1970; undefined for a running game. */
  readonly archivedAt?: number | undefined;
  /** Of all its files. */
  readonly bytes: number;
}

/** Where games are kept beyond this machine (STORAGE_URL). Each owner works on a copy on its disk, which the store follows. */
export interface GameStore {
  /** Whether the store has a game. E123 when it does not say. */
  has(gameId: string): Promise<Result<boolean>>;
  /** Makes a taken game's working copy what the store has; its highest fence. E123 when the store does not give it. */
  bring(gameId: string): Promise<Result<number>>;
  /** From now on the store follows the working copy of a game, which this proxy owns under that fence. */
  begin(gameId: string, fence: number): Promise<void>;
  /** Stores the rest of a game that is given back. With `isEvicted` a stored working copy is removed. */
  end(gameId: string, isEvicted?: boolean): Promise<void>;
  /** The game is another's: nothing more is written to the store. */
  giveUp(gameId: string): void;
  /** Removes an owned game from the store. E123 when the store refuses: the game stays listed. */
  remove(gameId: string): Promise<Result<void>>;
  /** Whether the list of games in the store has a game; so it is with one that could be removed in part only. */
  isListed(gameId: string): Promise<boolean>;
  /** The games in the store, in no order. The failure is a sentence. */
  list(): Promise<Result<readonly ListedGame[], string>>;
}

/** How long an answer waits until what it tells is in the store. */
export const STORE_WAIT_MS = 8000;

/** How far a store has come with the games of this proxy. */
export interface StoreProgress {
  /** True when the store has all that the folder holds now, with `isAll` saves and recordings too; false after STORE_WAIT_MS. */
  whenStored(gameId: string, isAll?: boolean): Promise<boolean>;
  /** Why nothing that changes a game may be asked of it now; undefined when the store keeps up. Nothing was done then (E123). */
  refusal(gameId: string): Failure | undefined;
}
