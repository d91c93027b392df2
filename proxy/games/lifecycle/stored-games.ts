import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { diskReason, errorCode } from '#shared/core/disk/disk-error.js';
import { isQuarantined } from '#shared/core/disk/quarantine.js';
import { type Failure, failure } from '#shared/core/failure.js';
import type { Logger } from '#shared/core/log.js';
import { fail, ok, type Result } from '#shared/core/result.js';
import { isArchived } from '../archive/archive.js';
import { gameFolder } from '../disk/game-folder.js';
import type { GameRecord } from '../disk/game-record.js';
import { readRecord } from '../disk/record-file.js';

/** A game on the disk: its record, or why that cannot be read. */
export type StoredGame =
  | { readonly gameId: string; readonly record: GameRecord; readonly isArchived: boolean }
  | { readonly gameId: string; readonly failure: Failure };

/** The records of all games on the disk, in no order, besides those of `known` ids. E142 when the disk does not say. */
export async function listStoredGames(
  dataDir: string,
  known: ReadonlySet<string>,
): Promise<Result<readonly StoredGame[]>> {
  try {
    const names = await readdir(join(dataDir, 'games'));
    const wanted = names.filter((name) => !known.has(name) && !isQuarantined(name));
    return ok((await Promise.all(wanted.map((gameId) => storedGame(dataDir, gameId)))).flat());
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return ok([]);
    return fail(failure('E142', `The games on the disk cannot be listed: ${diskReason(error)}`));
  }
}

async function storedGame(dataDir: string, gameId: string): Promise<readonly StoredGame[]> {
  const folder = gameFolder(dataDir, gameId);
  const record = await readRecord(folder.record);
  if (!record.ok) return [{ gameId, failure: record.failure }];
  return record.value === undefined ? [] : [{ gameId, record: record.value, isArchived: isArchived(folder) }];
}

/** What recovering the games of an earlier proxy needs. */
export interface RecoverOptions {
  readonly onDisk: Result<readonly StoredGame[]>;
  readonly log: Logger;
  open(gameId: string): Promise<void>;
}

/** Each takes a processor for most of a second. */
const MAX_PARALLEL_RECOVERIES = 2;

/**
 * Opens the games that had a server when the proxy ended, a few at a time; whatever is wrong with one holds up no other.
 * False when the disk did not give all of them now.
 */
export async function recoverLiveGames({ onDisk, log, open }: RecoverOptions): Promise<boolean> {
  const known = onDisk.ok ? onDisk.value : [];
  const live = known.filter(
    (game) => 'record' in game && game.record.isLive && game.record.phase !== 'ended',
  );
  const lanes = Array.from({ length: MAX_PARALLEL_RECOVERIES }, async () => {
    for (let next = live.shift(); next !== undefined; next = live.shift()) {
      const { gameId } = next;
      await open(gameId).catch((error: unknown) =>
        log.error({ err: error, game: gameId }, 'a game of the proxy before could not be restored'),
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
