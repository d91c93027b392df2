import type { Logger } from '#shared/core/log.js';
import type { Games } from '../games.js';
import { type ArchiveLimits, archivesIn, beyond } from './limits.js';

const EVERY_MS = 3_600_000;

export interface ArchiveKeeperOptions {
  readonly games: Pick<Games, 'remove'>;
  readonly dataDir: string;
  readonly limits: ArchiveLimits;
  readonly logger: Logger;
}

/** Removes the oldest archives while there are too many or they are too old: at once, then every hour. */
export class ArchiveKeeper implements Disposable {
  readonly #options: ArchiveKeeperOptions;
  readonly #timer: NodeJS.Timeout;

  constructor(options: ArchiveKeeperOptions) {
    this.#options = options;
    this.#timer = setInterval(() => void this.tidy(Date.now()), EVERY_MS).unref();
    void this.tidy(Date.now());
  }

  /** `now` as Date.now tells. */
  async tidy(now: number): Promise<void> {
    const { games, dataDir, limits, logger } = this.#options;
    for (const { gameId, bytes } of beyond(await archivesIn(dataDir), limits, now)) {
      await games.remove(gameId);
      logger.info({ game: gameId, bytes }, 'an old archive was removed (ARCHIVE_MAX_GB, ARCHIVE_MAX_DAYS)');
    }
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
  }
}
