import { failure } from '#shared/failure.js';
import { fail, type Result } from '#shared/result.js';
import type { RestoreParts } from './rejoin.js';
import { restoreGame, type TakenUp } from './restore.js';

/** Milliseconds before each attempt to bring a game back. */
const WAITS = [0, 250, 500, 1000, 2000, 4000];

/** Tries to bring the game back until it works or the attempts are used up. */
export async function restoreWithPatience(
  parts: RestoreParts,
  attempts = WAITS.length,
): Promise<Result<TakenUp>> {
  const began = Date.now();
  let last: Result<TakenUp> = fail(failure('E123', 'The game could not be brought back'));
  for (const wait of WAITS.slice(0, attempts)) {
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    last = await restoreGame(parts);
    if (last.ok) {
      const { life, notRestored } = last.value;
      const { pid } = life.server;
      parts.logger.info({ ms: Date.now() - began, pid, notRestored }, 'the game can be played');
      return last;
    }
    parts.logger.error({ failure: last.failure }, 'the game could not be started or brought back');
  }
  return last;
}
