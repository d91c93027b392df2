import { AsyncLocalStorage } from 'node:async_hooks';

/** The id of the game that the present work is done for, so that a bug in it costs that game and no other. */
export const currentGame = new AsyncLocalStorage<string>();

/**
 * A bug has hit the game of the present work: its server is ended, so that another takes the game up from the disk. What
 * is in memory is not to be trusted.
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
