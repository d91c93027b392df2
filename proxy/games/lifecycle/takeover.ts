import { type Cancel, systemClock } from '#shared/core/clock.js';
import type { Logger } from '#shared/core/log.js';
import type { Result } from '#shared/core/result.js';
import type { GameRecord } from '../disk/game-record.js';
import type { StoredGame } from './stored-games.js';

/** What looking for games without an owner needs. */
export interface TakeoverOptions {
  readonly log: Logger;
  /** The games that are on the disk only, and that no other proxy is known to own; those that are wanted. */
  onDisk(isWanted: (game: StoredGame) => boolean): Promise<Result<readonly StoredGame[]>>;
  /** Whether this proxy can run that game too. */
  hasRoom(record: GameRecord): boolean;
  /** Takes a game and starts its server, unless another proxy owns it. */
  open(gameId: string): Promise<void>;
  /** Calls back when the owner of a game may have changed. Returns what ends it. */
  onChange(listener: () => void): () => void;
}

/** Each takes a processor for most of a second. */
const MAX_PARALLEL_RECOVERIES = 2;
/** Between two searches; up to half as long again, so that proxies do not search at the same moment. */
const SCAN_MS = 2000;
/** After a change of owner: several games of a proxy that drains come one after the other. */
const SOON_MS = 100;

/** Brings back games that had a server when their proxy ended, at the start and later; a few at a time, to share them. */
export class Takeover {
  readonly #options: TakeoverOptions;
  readonly #ended = new AbortController();
  readonly #stopListening: () => void;
  #cancel: Cancel = () => undefined;
  #scanning: Promise<void> | undefined;

  constructor(options: TakeoverOptions) {
    this.#options = options;
    this.#stopListening = options.onChange(() => this.#scanIn(SOON_MS));
  }

  /** Looks for such games now; resolves when those found are back. From then on it looks again and again. */
  async scan(): Promise<void> {
    this.#cancel();
    this.#scanning ??= this.#takeAll().finally(() => {
      this.#scanning = undefined;
      this.#scanIn(SCAN_MS * (1 + Math.random() / 2));
    });
    await this.#scanning;
  }

  end(): void {
    this.#ended.abort();
    this.#stopListening();
    this.#cancel();
  }

  #scanIn(ms: number): void {
    if (this.#ended.signal.aborted || this.#scanning !== undefined) return;
    this.#cancel();
    this.#cancel = systemClock.after(ms, () => void this.scan());
  }

  async #takeAll(): Promise<void> {
    const onDisk = await this.#options.onDisk(isLive);
    const live = shuffled(onDisk.ok ? onDisk.value : []);
    const lanes = Array.from({ length: MAX_PARALLEL_RECOVERIES }, async () => {
      for (let next = live.shift(); next !== undefined; next = live.shift()) await this.#take(next);
    });
    await Promise.all(lanes);
  }

  async #take(game: StoredGame): Promise<void> {
    const { gameId } = game;
    if (this.#ended.signal.aborted || !('record' in game) || !this.#options.hasRoom(game.record)) return;
    await this.#options
      .open(gameId)
      .catch((error: unknown) =>
        this.#options.log.error(
          { err: error, game: gameId },
          'a game of another proxy could not be restored',
        ),
      );
  }
}

function isLive(game: StoredGame): boolean {
  return 'record' in game && game.record.isLive && game.record.phase !== 'ended';
}

/** In any order: several proxies then begin with different games. */
function shuffled<T>(values: readonly T[]): T[] {
  return values
    .map((value) => ({ value, place: Math.random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ value }) => value);
}
