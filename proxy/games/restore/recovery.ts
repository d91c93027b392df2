import { diskReason, isCircumstance } from '#shared/core/disk/disk-error.js';
import { type Failure, failure } from '#shared/core/failure.js';
import { fail, type Result } from '#shared/core/result.js';
import type { RestoreParts } from './rejoin.js';
import { restoreGame, type TakenUp } from './restore.js';

/** Milliseconds before each attempt to bring a game back. */
const WAITS = [0, 250, 500, 1000, 2000, 4000];

/** Tries to bring the game back until it works or the attempts are used up. */
export async function restoreWithPatience(
  parts: RestoreParts,
  attempts = WAITS.length,
): Promise<Result<TakenUp>> {
  const began = performance.now();
  let last: Result<TakenUp> = fail(failure('E123', 'The game could not be brought back'));
  for (const wait of WAITS.slice(0, attempts)) {
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    last = await restored(parts);
    if (last.ok) {
      const { life, notRestored } = last.value;
      const { pid } = life.server;
      parts.logger.info(
        { ms: Math.round(performance.now() - began), pid, notRestored },
        'the game can be played',
      );
      return last;
    }
    parts.logger.error({ failure: last.failure }, 'the game could not be started or brought back');
    if (isForGood(last.failure)) break;
  }
  return last;
}

/** Trying again at once changes nothing: the game is lost, or the disk must be seen to first. */
function isForGood({ details }: Failure): boolean {
  return details?.missing !== undefined || details?.disk !== undefined;
}

/** A disk that does not take or give a file is a failure that is tried again later, see game-lifecycle.ts. */
async function restored(parts: RestoreParts): Promise<Result<TakenUp>> {
  try {
    return await restoreGame(parts);
  } catch (cause) {
    if (!isCircumstance(cause)) parts.logger.error({ err: cause }, 'bringing the game back failed');
    const disk = diskReason(cause);
    return fail(failure('E123', `The game cannot be brought back now: ${disk}`, { details: { disk } }));
  }
}
