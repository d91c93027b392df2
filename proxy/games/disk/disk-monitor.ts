import { lstatSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { diskReason } from '#shared/core/disk/disk-error.js';
import { quarantine } from '#shared/core/disk/quarantine.js';
import type { Logger } from '#shared/core/log.js';
import type { DiskDamage, DiskTrouble, StoredFileKind, WrittenKind } from '#shared/protocol/disk.js';
import { gameFolder } from './game-folder.js';
import { ReplacedFiles } from './replaced-files.js';
import { NotOwned, type OwnsGame, unguarded, type WriteGuard } from './write-guard.js';

/** A file that is not as it was written. */
export interface FileDamage {
  /** Its path. */
  readonly file: string;
  /** What is wrong with it, in a sentence. */
  readonly reason: string;
  /** What the game has lost with it, in a sentence. */
  readonly lost: string;
}

/** Receives whether the files of a game could be written and read. The game continues either way. */
export interface DiskReporter extends WriteGuard {
  writeFailed(what: WrittenKind, cause: unknown): void;
  writeSucceeded(what: WrittenKind): void;
  /** Gives the damaged file another name and reports it: log, count and health. */
  quarantine(what: StoredFileKind, damage: FileDamage): void;
  /** Reports damage of a file that has another name already (`aside`), or that stays where it is. */
  reportDamage(what: StoredFileKind, damage: FileDamage, aside?: string): void;
}

/** For what belongs to no running game. */
export function loggingReporter(log: Logger): DiskReporter {
  const damaged: DiskReporter['reportDamage'] = (what, damage, aside) =>
    log.error({ ...damage, what, put_aside: aside }, 'a file of a game is damaged');
  return {
    ...unguarded,
    writeFailed: (what, cause) => log.error({ err: cause, what }, 'a file of a game cannot be written'),
    writeSucceeded: () => undefined,
    reportDamage: damaged,
    quarantine: (what, damage) => damaged(what, damage, quarantine(damage.file)),
  };
}

/** Damaged files that are shown; all of them are counted and logged. */
const MAX_SHOWN = 100;

/** Write failures that last, and damaged files, of all games: for health, metrics and the log. */
export class DiskMonitor {
  readonly #dataDir: string;
  readonly #log: Logger;
  readonly #owns: OwnsGame;
  readonly #replaced = new ReplacedFiles();
  readonly #troubles = new Map<string, DiskTrouble>();
  readonly #counts = new Map<StoredFileKind, number>();
  #damaged: DiskDamage[] = [];

  /** `owns` says which games this proxy may write to; all of them without it. */
  constructor(dataDir: string, log: Logger, owns: OwnsGame = () => true) {
    this.#dataDir = dataDir;
    this.#log = log;
    this.#owns = owns;
  }

  get troubles(): readonly DiskTrouble[] {
    return [...this.#troubles.values()];
  }

  /** Those whose damaged file somebody has removed are settled. */
  get damaged(): readonly DiskDamage[] {
    this.#damaged = this.#damaged.filter(
      ({ game_id: gameId, file, put_aside: aside }) =>
        aside === null || isThere(join(gameFolder(this.#dataDir, gameId).path, file, '..', aside)),
    );
    return this.#damaged;
  }

  /** How many files of each kind were found damaged since the start. */
  get damageCounts(): ReadonlyMap<StoredFileKind, number> {
    return this.#counts;
  }

  reporterFor(gameId: string): DiskReporter {
    return {
      checkOwned: () => {
        if (!this.#owns(gameId)) throw new NotOwned(gameId);
      },
      letGo: this.#replaced.add,
      writeFailed: (what, cause) => this.#failed(gameId, what, cause),
      writeSucceeded: (what) => this.#worked(gameId, what),
      reportDamage: (what, damage, aside) => this.#found(gameId, what, damage, aside),
      quarantine: (what, damage) => this.#quarantine(gameId, what, damage),
    };
  }

  /** Forgets a deleted game. */
  forget(gameId: string): void {
    for (const [key, trouble] of this.#troubles) if (trouble.game_id === gameId) this.#troubles.delete(key);
    this.#damaged = this.#damaged.filter(({ game_id }) => game_id !== gameId);
  }

  #quarantine(gameId: string, what: StoredFileKind, damage: FileDamage): void {
    // What looks damaged may be what its owner is writing.
    if (this.#owns(gameId)) this.#found(gameId, what, damage, quarantine(damage.file));
  }

  #failed(gameId: string, what: WrittenKind, cause: unknown): void {
    // What is missing on the disk is then for its owner to say.
    if (cause instanceof NotOwned || !this.#owns(gameId)) return;
    const key = `${what} ${gameId}`;
    if (this.#troubles.has(key)) return;
    const reason = diskReason(cause);
    this.#troubles.set(key, { game_id: gameId, what, reason, since: new Date().toISOString() });
    // Once, not for every line that is lost.
    const sentence = `the ${what} of the game cannot be written: the game continues, and a restart would lose what is not written`;
    this.#log.error({ game: gameId, what, reason }, sentence);
  }

  #worked(gameId: string, what: WrittenKind): void {
    if (this.#troubles.delete(`${what} ${gameId}`))
      this.#log.warn({ game: gameId, what }, `the ${what} of the game can be written again`);
  }

  #found(
    gameId: string,
    what: StoredFileKind,
    { file: path, reason, lost }: FileDamage,
    aside: string | undefined,
  ): void {
    this.#counts.set(what, (this.#counts.get(what) ?? 0) + 1);
    const file = relative(gameFolder(this.#dataDir, gameId).path, path);
    const put_aside = aside === undefined ? null : basename(aside);
    this.#log.error(
      { game: gameId, what, file, put_aside, reason, lost },
      `the ${what} of the game is damaged: ${lost}`,
    );
    const since = new Date().toISOString();
    this.#damaged = [
      // A file that cannot be renamed is reported again and again.
      ...this.#damaged.filter(
        (known) => known.game_id !== gameId || known.file !== file || known.put_aside !== null,
      ),
      { game_id: gameId, what, file, put_aside, reason, lost, since },
    ].slice(-MAX_SHOWN);
  }
}

/** What was put aside may be a link to nothing. */
function isThere(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return false;
  }
}
