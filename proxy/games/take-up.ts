import type { Failure } from '#shared/core/failure.js';
import type { Logger } from '#shared/core/log.js';
import type { Result } from '#shared/core/result.js';
import type { DiskRecord } from './listing/disk-records.js';

export interface TakeUpParts {
  readonly onDisk: Result<readonly DiskRecord[]>;
  readonly logger: Logger;
  open(gameId: string): Promise<void>;
}

/** Each takes a processor for most of a second. */
const TAKEN_UP_AT_ONCE = 2;

/**
 * Opens the games that had a server when the proxy ended, a few at a time; whatever is wrong with one holds up no other.
 * False when the disk did not give all of them now.
 */
export async function takeUpLive({ onDisk, logger, open }: TakeUpParts): Promise<boolean> {
  const known = onDisk.ok ? onDisk.value : [];
  const live = known.filter(
    (game) => 'record' in game && game.record.isLive && game.record.phase !== 'ended',
  );
  const lanes = Array.from({ length: TAKEN_UP_AT_ONCE }, async () => {
    for (let next = live.shift(); next !== undefined; next = live.shift()) {
      const { gameId } = next;
      await open(gameId).catch((error: unknown) =>
        logger.error({ err: error, game: gameId }, 'a game could not be taken up'),
      );
    }
  });
  await Promise.all(lanes);
  return onDisk.ok && !known.some((game) => 'failure' in game && isPassing(game.failure));
}

/** True for a failure of the moment, such as a process without file descriptors. */
function isPassing({ details }: Failure): boolean {
  return details?.retry_after !== undefined;
}
