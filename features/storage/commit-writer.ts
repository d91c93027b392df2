import type { Clock } from '#shared/core/clock.js';
import type { Result } from '#shared/core/result.js';
import type { ObjectStore } from '#shared/store/object-store.js';
import { detach } from '../../proxy/games/faults/game-bug.js';
import {
  applyCommit,
  type Commit,
  type FileChange,
  type FilePart,
  inlinePart,
  type StoredFolder,
  wholeCommit,
} from './commit.js';
import { blobName, gamePrefix, logName } from './object-keys.js';
import type { StorageCounts } from './storage-counts.js';

/** What commits are written with. */
export interface CommitWriterOptions {
  readonly gameId: string;
  /** Of the lease under which this proxy owns the game. */
  readonly fence: number;
  readonly store: ObjectStore;
  readonly clock: Clock;
  readonly counts: StorageCounts;
  /** What the bucket holds. */
  readonly stored: StoredFolder;
  /** Objects of earlier owners, which are removed once the first commit is there. */
  readonly outdated: readonly string[];
  /** True when nothing will be written. */
  isEnded(): boolean;
  /** Whether this proxy owns the game; one that is in doubt about its lease may own it again. */
  owns(): boolean;
  /** Called with why the bucket does not take something, and with undefined when it does again. */
  onTrouble(reason: string | undefined): void;
}

/** More than that in one change is an object of its own. */
const MAX_INLINE_BYTES = 8 << 10;
const MAX_OBJECT_BYTES = 16 << 20;
/** A whole commit follows after this many others, or this many bytes of them. */
const MAX_COMMITS = 250;
const MAX_LOG_BYTES = 4 << 20;
const RETRY_FIRST_MS = 250;
const RETRY_MAX_MS = 4000;

/** Why something is not in the bucket: the writer was ended before it was. */
export class WriterEnded extends Error {
  override readonly name = 'WriterEnded';
}

/**
 * Writes the log of one game, under one fence. A request whose outcome is unknown is repeated with the same bytes until it
 * succeeds: a late first attempt then changes nothing, and the numbers have no gap. While the proxy does not own the game
 * nothing is sent, and the request waits.
 */
export class CommitWriter {
  readonly #options: CommitWriterOptions;
  #stored: StoredFolder;
  #changes: FileChange[] = [];
  #outdated: readonly string[];
  #log: string[] = [];
  #number = 0;
  #objects = 0;
  #logBytes = 0;

  constructor(options: CommitWriterOptions) {
    this.#options = options;
    this.#stored = options.stored;
    this.#outdated = options.outdated;
  }

  /** True when changes were added that no commit holds yet. */
  get isPending(): boolean {
    return this.#changes.length > 0;
  }

  /** Adds a change, after storing large bytes; without `bytes` the file is removed. Rejects with WriterEnded. */
  async add(change: Omit<FileChange, 'parts'>, bytes: Buffer | undefined): Promise<void> {
    const others = this.#changes.filter(({ path }) => path !== change.path);
    const parts = bytes === undefined ? [] : await this.#partsOf(change.path, bytes);
    this.#changes = [...others, { ...change, parts }];
  }

  /** Forgets the changes that were added since the last commit. */
  discard(): void {
    this.#changes = [];
  }

  /** Writes a commit of all changes; the folder as the bucket then has it. Rejects with WriterEnded. */
  async commit(): Promise<StoredFolder> {
    const { fence } = this.#options;
    const commit: Commit = { format: 1, changes: this.#changes.map(filled) };
    const next = applyCommit(this.#stored, commit, false);
    const isWhole = this.#number === 0 || this.#log.length >= MAX_COMMITS || this.#logBytes > MAX_LOG_BYTES;
    const folder = isWhole ? await this.#consolidated(next) : next;
    const text = JSON.stringify(isWhole ? wholeCommit(folder) : commit);
    const name = logName({ fence, number: this.#number, isWhole });
    await this.#put(name, Buffer.from(text));
    this.#stored = folder;
    this.#changes = [];
    this.#number += 1;
    this.#logBytes = isWhole ? 0 : this.#logBytes + text.length;
    if (isWhole) detach(this.#options.gameId, this.#removeOutdated());
    this.#log.push(name);
    return folder;
  }

  /** Inline parts that follow each other become one, and an object when they are large. */
  async #consolidated(folder: StoredFolder): Promise<StoredFolder> {
    const next = new Map(folder);
    for (const [path, { modified, parts }] of folder) {
      const first = parts.findLastIndex((part) => 'object' in part) + 1;
      const rest = parts.slice(first);
      const bytes = Buffer.concat(
        rest.map((part) => Buffer.from('inline' in part ? part.inline : '', 'base64')),
      );
      if (rest.length < 2 && bytes.length <= MAX_INLINE_BYTES) continue;
      next.set(path, { modified, parts: [...parts.slice(0, first), ...(await this.#partsOf(path, bytes))] });
    }
    return next;
  }

  async #partsOf(path: string, bytes: Buffer): Promise<FilePart[]> {
    if (bytes.length <= MAX_INLINE_BYTES) return [inlinePart(bytes)];
    const parts: FilePart[] = [];
    for (let from = 0; from < bytes.length; from += MAX_OBJECT_BYTES) {
      const part = bytes.subarray(from, from + MAX_OBJECT_BYTES);
      const object = blobName(this.#options.fence, this.#objects, path);
      this.#objects += 1;
      await this.#put(object, part);
      parts.push({ object, bytes: part.length });
    }
    return parts;
  }

  /** Repeats until the bucket has it. Rejects with WriterEnded. */
  async #put(name: string, bytes: Buffer): Promise<void> {
    const { clock, isEnded, owns } = this.#options;
    for (let wait = RETRY_FIRST_MS; !isEnded(); wait = Math.min(2 * wait, RETRY_MAX_MS)) {
      if (owns() && (await this.#isPut(name, bytes))) return;
      await new Promise<void>((resolve) => clock.after(wait, resolve));
    }
    throw new WriterEnded(`${name} is not in the bucket`);
  }

  async #isPut(name: string, bytes: Buffer): Promise<boolean> {
    const { store, counts, gameId, onTrouble } = this.#options;
    const put: Result<void, string> = await store.put(`${gamePrefix(gameId)}${name}`, bytes);
    if (put.ok) counts.stored(bytes.length);
    else counts.failed();
    onTrouble(put.ok ? undefined : put.failure);
    return put.ok;
  }

  /** Commits before the whole one, and once what earlier owners left: no later owner needs any of it. */
  async #removeOutdated(): Promise<void> {
    const { store, gameId } = this.#options;
    const names = [...this.#outdated, ...this.#log].map((name) => `${gamePrefix(gameId)}${name}`);
    this.#outdated = [];
    this.#log = [];
    // What stays behind counts for nothing; the next owner removes it.
    if (names.length > 0) await store.remove(names);
  }
}

function filled({ path, modified, keep = 0, parts = [] }: FileChange): Commit['changes'][number] {
  return { path, modified, keep, parts };
}
