/** Thrown in place of a write to the folder of a game that another proxy may own by now. */
export class NotOwned extends Error {
  override readonly name = 'NotOwned';

  constructor(gameId: string) {
    super(`another proxy may own the game ${gameId}: nothing is written`);
  }
}

/** Whether this proxy may write to a game's folder now. */
export type OwnsGame = (gameId: string) => boolean;
