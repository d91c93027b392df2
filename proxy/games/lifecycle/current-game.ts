import { AsyncLocalStorage } from 'node:async_hooks';

/** The id of the game that the running code works for, so that a bug affects that game only. */
export const currentGame = new AsyncLocalStorage<string>();

/**
 * Kills the game server of the current game after a bug: the state in memory may be wrong, so the game is restored from
 * the disk in another server.
 */
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
