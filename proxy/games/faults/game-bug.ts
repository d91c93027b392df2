import type { Logger } from '#shared/core/log.js';

/** An exception in work of a game that nothing waits for: a bug of that game alone. */
export class GameBug extends Error {
  override readonly name = 'GameBug';
  readonly gameId: string;

  constructor(gameId: string, cause: unknown) {
    super(`a bug in the game ${gameId}`, { cause });
    this.gameId = gameId;
  }
}

/** Runs work of a game that no caller awaits. An exception in it becomes an unhandled rejection that names the game. */
export function detach(gameId: string, work: Promise<unknown>): void {
  void work.catch((cause: unknown) => {
    throw new GameBug(gameId, cause);
  });
}

/** Kills the server of the game that a bug names: its state in memory may be wrong, and is restored from the disk. */
export function killServerOf(
  bug: unknown,
  games: { get(gameId: string): { readonly serverPid: number } | undefined },
): void {
  const { serverPid = 0 } = (bug instanceof GameBug ? games.get(bug.gameId) : undefined) ?? {};
  try {
    if (serverPid > 0) process.kill(serverPid, 'SIGKILL');
  } catch {
    // It has ended already.
  }
}

/** Does the same with several games at once. What fails with one of them is logged, and keeps nothing from the others. */
export async function forEachGame<G extends { readonly id: string }>(
  games: readonly G[],
  log: Logger,
  work: (game: G) => Promise<void>,
): Promise<void> {
  const failed = ({ id }: G, error: unknown): void =>
    log.error({ err: error, game: id }, 'a game could not be unloaded');
  await Promise.all(games.map((game) => work(game).catch((error: unknown) => failed(game, error))));
}
