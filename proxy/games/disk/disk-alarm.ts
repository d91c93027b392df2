import type { Logger } from '#shared/log.js';
import type { DiskTrouble, Kept } from '#shared/messages/disk.js';

/** Hears from what a game keeps on the disk whether it could be written. A game goes on either way. */
export interface DiskNotes {
  failed(what: Kept, cause: unknown): void;
  worked(what: Kept): void;
}

/** For what belongs to no running game. */
export function loggedOnly(logger: Logger): DiskNotes {
  return {
    failed: (what, cause) => logger.error({ err: cause, what }, 'the disk does not take what a game keeps'),
    worked: () => undefined,
  };
}

/** What the disk does not take at the moment, of all games: for health, metrics and the log. */
export class DiskAlarm {
  readonly #logger: Logger;
  readonly #troubles = new Map<string, DiskTrouble>();

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  get troubles(): readonly DiskTrouble[] {
    return [...this.#troubles.values()];
  }

  of(gameId: string): DiskNotes {
    return {
      failed: (what, cause) => this.#failed(gameId, what, cause),
      worked: (what) => this.#worked(gameId, what),
    };
  }

  /** The game is gone, and what it kept with it. */
  forget(gameId: string): void {
    for (const [key, trouble] of this.#troubles) if (trouble.game_id === gameId) this.#troubles.delete(key);
  }

  #failed(gameId: string, what: Kept, cause: unknown): void {
    const key = `${what} ${gameId}`;
    if (this.#troubles.has(key)) return;
    const reason = cause instanceof Error ? cause.message : String(cause);
    this.#troubles.set(key, { game_id: gameId, what, reason, since: new Date().toISOString() });
    // Once, not for every line that is lost.
    const sentence = `the ${what} of the game cannot be written: play goes on, and a restart would lose actions`;
    this.#logger.error({ game: gameId, what, reason }, sentence);
  }

  #worked(gameId: string, what: Kept): void {
    if (this.#troubles.delete(`${what} ${gameId}`))
      this.#logger.warn({ game: gameId, what }, `the ${what} of the game can be written again`);
  }
}
