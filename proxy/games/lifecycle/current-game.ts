import { AsyncLocalStorage } from 'node:async_hooks';
import type { Logger } from '#shared/core/log.js';

/** The id of the game that the running code works for, so that a bug affects that game only. */
export const currentGame = new AsyncLocalStorage<string>();

/** Kills the current game's server after a bug: its state in memory may be wrong, and is restored from the disk. */
export function killCurrentServer(games: {
  get(gameId: string): { readonly serverPid: number } | undefined;
}): void {
  const { serverPid = 0 } = games.get(currentGame.getStore() ?? '') ?? {};
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
  await Promise.all(
    games.map((game) =>
      currentGame.run(game.id, () => work(game)).catch((error: unknown) => failed(game, error)),
    ),
  );
}
