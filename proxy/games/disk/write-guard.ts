import { type Failure, failure } from '#shared/core/failure.js';

/** Thrown in place of a write to the folder of a game that another proxy may own by now. */
export class NotOwned extends Error {
  override readonly name = 'NotOwned';

  constructor(gameId: string) {
    super(`another proxy may own the game ${gameId}: nothing is written`);
  }
}

/** Whether this proxy may write to a game's folder now. */
export type OwnsGame = (gameId: string) => boolean;

/** Tells whether the game is still this proxy's own. */
export interface WriteGuard {
  /**
   * Throws NotOwned when another proxy may own the game by now. A process can be stopped at any await: call it directly
   * before each write to the game's folder, and do what replaces or removes a file without an await in between.
   */
  checkOwned(): void;
  /** Takes over the descriptor of a file that was replaced. Without this function the descriptor is closed at once. */
  readonly letGo?: (descriptor: number) => void;
}

/** For a folder that no proxy owns. */
export const unguarded: WriteGuard = { checkOwned: () => undefined };

/** False when another proxy may own the game. */
export function mayWrite(guard: WriteGuard): boolean {
  try {
    guard.checkOwned();
    return true;
  } catch (error) {
    if (error instanceof NotOwned) return false;
    throw error;
  }
}

/** E123, with `moved_to`: what was begun stops, for another proxy may own the game. */
export function lostToAnother(): Failure {
  const details = { moved_to: null, retry_after: 1 };
  return failure('E123', 'Another proxy may own the game by now', { details });
}

/** Whether a failure says that the game is another proxy's. */
export function isLostToAnother({ details }: Failure): boolean {
  return details?.moved_to !== undefined;
}
