import { diskReason, isCircumstance } from '#shared/core/disk/disk-error.js';
import { type Failure, failure } from '#shared/core/failure.js';
import { fail, type Result } from '#shared/core/result.js';
import type { GameRecord } from '../disk/game-record.js';
import { isLostToAnother, lostToAnother, mayWrite, NotOwned } from '../disk/write-guard.js';
import { killedBy } from '../server/server-exit.js';
import type { ServerProcess } from '../server/server-process.js';
import type { RestoreContext } from './reconnect.js';
import type { Remedies } from './remedies.js';
import { type RestoredGame, restoreGame } from './restore.js';

/** Milliseconds before each attempt to restore a game. */
const RETRY_DELAYS_MS = [0, 250, 500, 1000, 2000, 4000];

/** What a game is restored with, and the remedies for deaths of its servers. */
export interface RetriedContext extends RestoreContext {
  readonly remedies?: Remedies;
}

/** Restores the game by several attempts. E123 with `moved_to`: another proxy may own it; no server runs then. */
export async function restoreWithRetries(
  parts: RetriedContext,
  attempts = RETRY_DELAYS_MS.length,
): Promise<Result<RestoredGame>> {
  const began = performance.now();
  let last: Result<RestoredGame> = fail(failure('E123', 'The game could not be restored'));
  for (const wait of RETRY_DELAYS_MS.slice(0, attempts)) {
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    last = mayWrite(parts.disk) ? await restored(parts) : fail(lostToAnother());
    if (last.ok && !mayWrite(parts.disk)) {
      last.value.serverRun.server.kill();
      await last.value.serverRun[Symbol.asyncDispose]();
      last = fail(lostToAnother());
    }
    if (last.ok) {
      const { serverRun, notRestored } = last.value;
      const { pid } = serverRun.server;
      parts.log.info(
        { ms: Math.round(performance.now() - began), pid, notRestored },
        'the game server runs and the game can be played',
      );
      return last;
    }
    parts.log.error({ failure: last.failure }, 'the game could not be started or restored');
    if (isForGood(last.failure)) break;
  }
  return last;
}

/** Trying again at once changes nothing: the game is lost, or the disk or a game server must be seen to first. */
function isForGood(failed: Failure): boolean {
  const { details } = failed;
  if (isLostToAnother(failed)) return true;
  if (details?.over !== undefined || details?.cannot_begin !== undefined) return true;
  return details?.missing !== undefined || details?.disk !== undefined || details?.wanted !== undefined;
}

/** Whether a later attempt may work: the disk did not take or give a file, or the game server was killed from outside or too slow. */
export function mayPass({ details }: Failure): boolean {
  return details?.disk !== undefined || details?.killed !== undefined || details?.save === 'slow';
}

/** The failure, with what killed the server from outside, for example a lack of memory, which may pass. */
function withKill(failed: Failure, killed: string | undefined): Failure {
  return killed === undefined || isForGood(failed)
    ? failed
    : { ...failed, details: { ...failed.details, killed } };
}

/** A disk that does not take or give a file is a failure that is tried again later, see game-lifecycle.ts. */
async function restored(parts: RetriedContext): Promise<Result<RestoredGame>> {
  try {
    const remedied = await parts.remedies?.carryOut();
    if (remedied?.ok === false) return remedied;
    let server: ServerProcess | undefined;
    const launch: RestoreContext['launch'] = async (saveFile) => {
      const launched = await parts.launch(saveFile);
      server = launched.ok ? launched.value : undefined;
      return launched;
    };
    const result = await restoreGame({ ...parts, launch });
    if (result.ok) return result;
    if (server === undefined) return fail(forBegunGame(result.failure, parts.record.phase));
    const exit = await server.exited;
    parts.remedies?.note(exit);
    return fail(withKill(result.failure, killedBy(exit)));
  } catch (cause) {
    if (cause instanceof NotOwned) return fail(lostToAnother());
    if (!isCircumstance(cause)) parts.log.error({ err: cause }, 'restoring the game failed because of a bug');
    return fail(notNow(diskReason(cause)));
  }
}

/** E142 is for games that never began: one that has comes back when the disk takes its server's files again. */
function forBegunGame(failed: Failure, phase: GameRecord['phase']): Failure {
  const disk = failed.details?.disk;
  return phase === 'lobby' || typeof disk !== 'string' ? failed : notNow(disk);
}

function notNow(disk: string): Failure {
  return failure('E123', `The game cannot be restored now: ${disk}`, { details: { disk } });
}
