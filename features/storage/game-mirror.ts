import { type Cancel, every, withDeadline } from '#shared/core/clock.js';
import { diskReason } from '#shared/core/disk/disk-error.js';
import type { StoredFolder } from './commit.js';
import { CommitWriter, type CommitWriterOptions, WriterEnded } from './commit-writer.js';
import { type KnownFile, mayDiffer, newsOf, type SeenFile, seeFolder } from './local-folder.js';
import { isRecording } from './stored-paths.js';

/** What the mirror of a game works with. */
export interface GameMirrorOptions extends Omit<CommitWriterOptions, 'isEnded'> {
  /** The working copy. */
  readonly folder: string;
  /** What of the working copy is known to be as in the bucket. */
  readonly known: ReadonlyMap<string, KnownFile>;
  /** Called after each commit, with the paths that it changed. */
  onStored(paths: readonly string[], stored: StoredFolder): void;
}

const POLL_MS = 1000;
/** Each of this many polls reads saves and recordings too. */
const POLLS_PER_FULL_SCAN = 4;
/** A recording is stored again when it has grown by this much, or after this time. */
const RECORDING_BYTES = 256 << 10;
const RECORDING_MS = 30_000;
/** What the last poll of a game may take. */
const LAST_MS = 8000;

interface Waiter {
  readonly mark: number;
  resolve(isStored: boolean): void;
}

/**
 * Keeps the objects of one game the same as its folder. One poll or commit is under way at a time; requests that come
 * during it are part of the next. Each commit holds all changes up to its making, the journal read last, so that it never
 * knows less than the other files.
 */
export class GameMirror {
  readonly #options: GameMirrorOptions;
  readonly #writer: CommitWriter;
  readonly #known: Map<string, KnownFile>;
  readonly #stopPolling: Cancel;
  readonly #recordedAt = new Map<string, number>();
  #waiting: Waiter[] = [];
  #asked = 0;
  #wantsAll = true;
  #polls = 0;
  #working: Promise<void> | undefined;
  #behindSince: number | undefined;
  #isEnded = false;
  #isLast = false;

  constructor(options: GameMirrorOptions) {
    this.#options = options;
    this.#known = new Map(options.known);
    this.#writer = new CommitWriter({
      ...options,
      isEnded: () => this.#isEnded,
      onTrouble: (reason) => this.#onTrouble(reason),
    });
    this.#stopPolling = every(options.clock, POLL_MS, () => this.#poll());
  }

  /** Milliseconds for which the bucket has lacked changes of the working copy; 0 when it has all. */
  get behindMs(): number {
    return this.#behindSince === undefined ? 0 : this.#options.clock.monotonic() - this.#behindSince;
  }

  /** True when the bucket has the folder as it is now (saves and recordings only with `isAll`); false after `maxMs` ms. */
  async whenStored(maxMs: number, isAll = false): Promise<boolean> {
    if (this.#isEnded) return false;
    if (isAll) this.#wantsAll = true;
    this.#asked += 1;
    const mark = this.#asked;
    const stored = new Promise<boolean>((resolve) => {
      this.#waiting.push({ mark, resolve });
    });
    this.#start();
    return (await withDeadline(this.#options.clock, stored, maxMs)) === true;
  }

  /** Stores the rest, recordings included, and ends. False when the bucket does not take it in time. */
  async end(): Promise<boolean> {
    this.#isLast = true;
    const isStored = await this.whenStored(LAST_MS, true);
    await this.stop();
    return isStored;
  }

  /** Ends without storing the rest; resolves when no request is under way. */
  async stop(): Promise<void> {
    this.giveUp();
    await this.#working;
  }

  /** Ends at once: nothing more is written to the bucket. */
  giveUp(): void {
    this.#isEnded = true;
    this.#stopPolling();
    this.#settle(Number.POSITIVE_INFINITY, false);
  }

  #poll(): void {
    this.#polls += 1;
    if (this.#polls % POLLS_PER_FULL_SCAN === 0) this.#wantsAll = true;
    this.#start();
  }

  #start(): void {
    if (this.#isEnded) return;
    this.#working ??= this.#work().finally(() => {
      this.#working = undefined;
      if (this.#waiting.length > 0) this.#start();
    });
  }

  async #work(): Promise<void> {
    const mark = this.#asked;
    const isQuick = !this.#wantsAll;
    this.#wantsAll = false;
    try {
      await this.#storeNews(isQuick);
      if (this.#isEnded) return;
      if (!this.#writer.isPending) this.#behindSince = undefined;
      this.#settle(mark, true);
    } catch (error) {
      if (error instanceof WriterEnded) return;
      // The disk does not give the working copy now.
      this.#writer.discard();
      if (!isQuick) this.#wantsAll = true;
      this.#onTrouble(diskReason(error));
      await new Promise<void>((resolve) => this.#options.clock.after(POLL_MS, resolve));
    }
  }

  async #storeNews(isQuick: boolean): Promise<void> {
    const { folder, clock } = this.#options;
    const seen = await seeFolder(folder, this.#known, isQuick);
    const due = [...seen].filter(([path, file]) => this.#isDue(path, file));
    const gone = [...this.#known.keys()].filter((path) => !seen.has(path));
    const fresh = new Map<string, KnownFile>();
    for (const [path, file] of due.sort(([a], [b]) => journalLast(a, b))) {
      if (this.#isEnded) return;
      const news = await newsOf({ folder, path, now: clock.now() }, this.#known.get(path), file);
      if (news?.isSame === true) this.#known.set(path, news.known);
      if (news === undefined || news.isSame) continue;
      this.#behindSince ??= clock.monotonic();
      await this.#writer.add({ path, modified: Math.floor(file.modified), keep: news.keep }, news.bytes);
      fresh.set(path, news.known);
    }
    for (const path of gone) await this.#writer.add({ path }, undefined);
    if (this.#writer.isPending) this.#onCommitted(fresh, gone, await this.#writer.commit());
  }

  #onCommitted(fresh: ReadonlyMap<string, KnownFile>, gone: readonly string[], stored: StoredFolder): void {
    for (const path of gone) this.#known.delete(path);
    for (const [path, known] of fresh) {
      this.#known.set(path, known);
      if (isRecording(path)) this.#recordedAt.set(path, this.#options.clock.monotonic());
    }
    this.#options.onStored([...fresh.keys(), ...gone], stored);
  }

  #isDue(path: string, seen: SeenFile): boolean {
    const known = this.#known.get(path);
    if (!mayDiffer(known, seen)) return false;
    if (!isRecording(path) || known === undefined || this.#isLast) return true;
    const since = this.#options.clock.monotonic() - (this.#recordedAt.get(path) ?? Number.NEGATIVE_INFINITY);
    return seen.bytes - known.bytes >= RECORDING_BYTES || since >= RECORDING_MS;
  }

  #settle(mark: number, isStored: boolean): void {
    const settled = this.#waiting.filter((waiter) => waiter.mark <= mark);
    this.#waiting = this.#waiting.filter((waiter) => waiter.mark > mark);
    for (const { resolve } of settled) resolve(isStored);
  }

  #onTrouble(reason: string | undefined): void {
    if (reason !== undefined) this.#behindSince ??= this.#options.clock.monotonic();
    this.#options.onTrouble(reason);
  }
}

/** Saves first, then small files, the journal last: a save is of a turn whose journal is then complete. */
function journalLast(a: string, b: string): number {
  return rank(a) - rank(b) || a.localeCompare(b);
}

function rank(path: string): number {
  if (isRecording(path)) return 0;
  if (path.startsWith('saves/')) return 1;
  return path.startsWith('journal/') ? 3 : 2;
}
