import { stat } from 'node:fs/promises';
import type { Clock } from '#shared/core/clock.js';
import { type Failure, failure } from '#shared/core/failure.js';
import type { Logger } from '#shared/core/log.js';
import { fail, ok, type Result } from '#shared/core/result.js';
import { SerialQueue } from '#shared/core/serial-queue.js';
import type { ObjectStore } from '#shared/store/object-store.js';
import type { DiskMonitor } from '../../proxy/games/disk/disk-monitor.js';
import { gameFolder } from '../../proxy/games/disk/game-folder.js';
import { readRecord } from '../../proxy/games/disk/record-file.js';
import { removeFolder } from '../../proxy/games/disk/removed-folders.js';
import { detach } from '../../proxy/games/faults/game-bug.js';
import {
  type GameStore,
  type ListedGame,
  STORE_WAIT_MS,
  type StoreProgress,
} from '../../proxy/games/lifecycle/game-store.js';
import { bytesOf, type StoredFolder } from './commit.js';
import { GameMirror } from './game-mirror.js';
import { bringCopy, knownFiles, markCopy } from './local-copy.js';
import { gamePrefix } from './object-keys.js';
import { StorageCounts } from './storage-counts.js';
import { readStoredGame, type StoredGameState } from './stored-game.js';
import { StoredRecords } from './stored-records.js';

/** What the games in a bucket need. */
export interface GameStorageOptions {
  readonly store: ObjectStore;
  readonly dataDir: string;
  readonly clock: Clock;
  readonly log: Logger;
  readonly disk: DiskMonitor;
  /** Whether this proxy may write to a game now. */
  owns(gameId: string): boolean;
}

/** A bucket that is behind for longer is not expected to keep up with the next request either. */
const REFUSE_MS = 6000;
const RETRY_S = 5;

interface Held {
  readonly fence: number;
  readonly mirror: GameMirror;
  readonly listing: Listing;
}

/** The games of a bucket. Each owner works on a copy on its disk, and a mirror keeps the bucket the same. */
export class GameStorage implements GameStore, StoreProgress {
  readonly counts = new StorageCounts();
  readonly #options: GameStorageOptions;
  readonly #records: StoredRecords;
  readonly #brought = new Map<string, StoredGameState>();
  readonly #held = new Map<string, Held>();

  constructor(options: GameStorageOptions) {
    this.#options = options;
    this.#records = new StoredRecords(options.store, () => options.clock.monotonic());
  }

  /** Seconds for which the bucket has lacked changes of a game's working copy; the longest of all games. */
  get secondsBehind(): number {
    return [...this.#held.values()].reduce((most, { mirror }) => Math.max(most, mirror.behindMs / 1000), 0);
  }

  /** Whether the bucket has a game. E123 when it does not say. */
  async has(gameId: string): Promise<Result<boolean>> {
    const listed = await this.#options.store.list(`${gamePrefix(gameId)}log/`, 1);
    return listed.ok ? ok(listed.value.length > 0) : fail(this.#unreachable(listed.failure));
  }

  /** Makes a taken game's working copy what the bucket has; its highest fence. E123 when the bucket does not give it. */
  async bring(gameId: string): Promise<Result<number>> {
    const { store, dataDir } = this.#options;
    const stored = await readStoredGame(store, gameId);
    if (!stored.ok) return fail(this.#unreachable(stored.failure));
    const brought = await bringCopy({ store, gameId, dataDir }, stored.value);
    if (!brought.ok) return fail(this.#unreachable(brought.failure));
    this.#brought.set(gameId, stored.value);
    return ok(stored.value.highestFence);
  }

  /** From now on the bucket follows the working copy of a game, which this proxy owns under that fence. */
  async begin(gameId: string, fence: number): Promise<void> {
    // Commits under one fence are numbered by one mirror.
    if (this.#held.get(gameId)?.fence === fence) return;
    const { store, clock, dataDir, disk, owns } = this.#options;
    const { path: folder } = gameFolder(dataDir, gameId);
    const stored = this.#brought.get(gameId) ?? { folder: new Map(), outdated: [] };
    this.#brought.delete(gameId);
    const reporter = disk.reporterFor(gameId);
    const listing = new Listing(gameId, fence, this.#records, dataDir);
    const known = await knownFiles(folder, stored.folder, clock.now());
    this.giveUp(gameId);
    const mirror = new GameMirror({
      gameId,
      fence,
      folder,
      store,
      clock,
      known,
      counts: this.counts,
      stored: stored.folder,
      outdated: stored.outdated,
      owns: () => owns(gameId),
      onTrouble: (reason) => {
        if (reason === undefined) reporter.writeSucceeded('bucket');
        else reporter.writeFailed('bucket', new Error(reason));
      },
      onStored: (paths, after) => listing.update(paths, after),
    });
    this.#held.set(gameId, { fence, mirror, listing });
  }

  /** Why nothing that changes a game may be asked of it now; undefined when the bucket keeps up. Nothing was done then (E123). */
  refusal(gameId: string): Failure | undefined {
    const behind = this.#held.get(gameId)?.mirror.behindMs ?? 0;
    return behind > REFUSE_MS ? this.#unreachable('it has not answered for a while') : undefined;
  }

  /** True when the bucket has all that the folder holds now, with `isAll` saves and recordings too; false when it takes too long. */
  async whenStored(gameId: string, isAll = false): Promise<boolean> {
    return (await this.#held.get(gameId)?.mirror.whenStored(STORE_WAIT_MS, isAll)) === true;
  }

  /** Stores the rest of a game that is given back. With `isEvicted` a stored working copy is removed. */
  async end(gameId: string, isEvicted = false): Promise<void> {
    const held = this.#held.get(gameId);
    this.#held.delete(gameId);
    if (held === undefined) return;
    const isStored = await held.mirror.end();
    await held.listing.written;
    const { dataDir, log } = this.#options;
    // A part of the folder, with the mark of a whole copy, would be taken for the whole game.
    if (isStored && isEvicted)
      await removeFolder(dataDir, gameFolder(dataDir, gameId).path).catch(() => undefined);
    if (isStored) return;
    log.error({ game: gameId }, 'the end of a game is not in the bucket: its next owner takes what is');
  }

  /** The game is another's: nothing more is written to the bucket. */
  giveUp(gameId: string): void {
    this.#held.get(gameId)?.mirror.giveUp();
    this.#held.delete(gameId);
    this.#brought.delete(gameId);
  }

  /** Removes an owned game from the bucket. E123 when the bucket refuses: the game stays listed. */
  async remove(gameId: string): Promise<Result<void>> {
    const held = this.#held.get(gameId);
    this.giveUp(gameId);
    // What comes after the list of objects would stay.
    await held?.mirror.stop();
    await held?.listing.written;
    const removed = await this.#removeObjects(gameId);
    if (removed.ok) return ok(undefined);
    this.#options.log.error(
      { game: gameId, reason: removed.failure },
      'a deleted game is still in the bucket',
    );
    return fail(
      storageFailure(`The game is not removed from the storage yet: ${removed.failure}`, removed.failure),
    );
  }

  /** Whether the list of games in the bucket has a game; so it is with one that could be removed in part only. */
  async isListed(gameId: string): Promise<boolean> {
    const listed = await this.#records.list();
    return listed.ok && listed.value.some((game) => game.gameId === gameId);
  }

  /** The log first: without it the rest is not a game. The record last: it names the game. */
  async #removeObjects(gameId: string): Promise<Result<void, string>> {
    const { store, owns } = this.#options;
    for (const prefix of [`${gamePrefix(gameId)}log/`, gamePrefix(gameId)]) {
      const listed = await store.list(prefix);
      if (!owns(gameId)) return fail('another proxy may own the game');
      const removed = listed.ok ? await store.remove(listed.value.map(({ key }) => key)) : listed;
      if (!removed.ok) return removed;
    }
    return this.#records.removeBefore(gameId, Number.MAX_SAFE_INTEGER);
  }

  /** The games in the bucket, in no order. The failure is a sentence. */
  list(): Promise<Result<readonly ListedGame[], string>> {
    return this.#records.list();
  }

  async close(): Promise<void> {
    await Promise.all([...this.#held.keys()].map((gameId) => this.end(gameId)));
    this.#options.store.close();
  }

  #unreachable(reason: string): Failure {
    this.counts.failed();
    return storageFailure(`The storage of the games cannot be used now; nothing was done: ${reason}`, reason);
  }
}

function storageFailure(message: string, reason: string): Failure {
  const details = { retry_after: RETRY_S, storage: reason };
  return failure('E123', message, { path: 'STORAGE_URL', details });
}

/** Keeps the record of a game in the list of all games. */
class Listing {
  readonly #gameId: string;
  readonly #fence: number;
  readonly #records: StoredRecords;
  readonly #dataDir: string;
  #isFirst = true;
  #isDue = false;
  readonly #order = new SerialQueue();

  constructor(gameId: string, fence: number, records: StoredRecords, dataDir: string) {
    this.#gameId = gameId;
    this.#fence = fence;
    this.#records = records;
    this.#dataDir = dataDir;
  }

  /** Resolves when the list is up to date. */
  get written(): Promise<void> {
    return this.#order.run(async () => undefined);
  }

  /** Called after each commit, with the paths that it changed. */
  update(paths: readonly string[], stored: StoredFolder): void {
    const updated = this.#order.run(() => this.#update(paths, stored));
    detach(this.#gameId, updated);
  }

  async #update(paths: readonly string[], stored: StoredFolder): Promise<void> {
    const { path, record: file, manifest } = gameFolder(this.#dataDir, this.#gameId);
    if (this.#isFirst) await markCopy(path, this.#fence).catch(() => undefined);
    this.#isDue ||= this.#isFirst || paths.some((one) => one === 'game.json' || one === 'manifest.json');
    if (!this.#isDue) return;
    this.#isDue = false;
    const record = await readRecord(file);
    if (!record.ok || record.value === undefined) return;
    const archivedAt = await stat(manifest).then(
      ({ mtimeMs }) => mtimeMs,
      () => undefined,
    );
    const bytes = [...stored.values()].reduce((sum, each) => sum + bytesOf(each), 0);
    const listed = { gameId: this.#gameId, record: record.value, archivedAt, bytes };
    const put = await this.#records.put(listed, this.#fence);
    this.#isDue = !put.ok;
    if (this.#isFirst && put.ok) await this.#records.removeBefore(this.#gameId, this.#fence);
    this.#isFirst = this.#isFirst && !put.ok;
  }
}
