import { linkSync, lstatSync, renameSync, unlinkSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { z } from 'zod';
import { namesIn, readKeptFile } from '#shared/core/disk/read-file.js';
import { type Failure, failure } from '#shared/core/failure.js';
import { fail, ok, type Result } from '#shared/core/result.js';
import type { DiskReporter } from './disk-monitor.js';
import { gameFolderAt } from './game-folder.js';
import { type GameRecord, gameRecordSchema } from './game-record.js';
import { renameOver, replaceFile, retryAfterClearing } from './stored-files.js';
import { isUnfinished, unfinishedPath } from './unfinished-files.js';
import type { WriteGuard } from './write-guard.js';

/** The result of reading one record file. */
type RecordRead =
  | { readonly kind: 'read'; readonly record: GameRecord }
  | { readonly kind: 'missing' }
  | { readonly kind: 'damaged' | 'inaccessible' | 'newer'; readonly reason: string };

const versionSchema = z.looseObject({ version: z.number() });
const OUR_VERSION = 1;

/** The record as it was before the last change; read when the newer one is damaged. */
function copyOf(file: string): string {
  return `${file}.before`;
}

/**
 * The record in that file, or the one before it when that is damaged or gone; undefined when there is no game. E142 when
 * neither can be read, and when a game that has begun has none: it never begins anew.
 */
export async function readRecord(file: string): Promise<Result<GameRecord | undefined>> {
  const newest = await readOne(file);
  if (newest.kind === 'read') return ok(await ofLaterOwner(newest.record, file));
  if (newest.kind === 'inaccessible' || newest.kind === 'newer') return fail(unreadable(file, newest.reason));
  const before = await readOne(copyOf(file));
  if (before.kind === 'read') return ok(before.record);
  if (before.kind === 'inaccessible') return fail(unreadable(file, before.reason));
  if (newest.kind === 'damaged') return fail(lost(file, newest.reason));
  return hasBegun(file) ? fail(lost(file, 'it is gone')) : ok(undefined);
}

/** An earlier owner that stood still may have written after a later one: the later one's record is then the one before. */
async function ofLaterOwner(record: GameRecord, file: string): Promise<GameRecord> {
  const before = await readOne(copyOf(file));
  return before.kind === 'read' && before.record.fence > record.fence ? before.record : record;
}

/** The same for a game that is loaded: a damaged record is quarantined, and the one before replaces it. */
export async function loadRecord(file: string, disk: DiskReporter): Promise<Result<GameRecord | undefined>> {
  const newest = await readOne(file);
  const record = await readRecord(file);
  if (newest.kind === 'damaged') {
    const isBack = record.ok && record.value !== undefined;
    const lost = isBack ? 'what changed in its record since the last turn began' : 'the whole record';
    disk.quarantine('record', { file, reason: newest.reason, lost });
  }
  if (newest.kind !== 'read' && record.ok && record.value !== undefined)
    await readFile(copyOf(file))
      .then((bytes) => replaceFile(file, bytes, disk))
      .catch((error: unknown) => disk.writeFailed('record', error));
  return record;
}

/**
 * Replaces the record as a whole, and keeps the one before it for a power cut. It is not flushed: on a busy disk that
 * takes longer than a turn, and a proxy that is killed during it would leave the older record. Rejects when the write fails.
 */
export async function writeRecord(file: string, record: GameRecord, disk: DiskReporter): Promise<void> {
  const text = `${JSON.stringify(record, undefined, 2)}\n`;
  await retryAfterClearing(disk, 'record', file, () => replaceFile(file, text, disk, { place: placeRecord }));
}

/** Puts a record in the place of the one before it, which becomes the copy. */
function placeRecord(fresh: string, file: string, guard: WriteGuard): void {
  // What has the name of the copy, too, is not removed: no write to the disk is waited for.
  if (hasCopied(file, guard)) renameSync(fresh, file);
  else renameOver(fresh, file, guard);
}

/** Gives the record the name of the copy, too: nothing is written, so that a full disk or a power cut spoils nothing. */
function hasCopied(file: string, guard: WriteGuard): boolean {
  const fresh = unfinishedPath(copyOf(file));
  try {
    linkSync(file, fresh);
    renameOver(fresh, copyOf(file), guard);
    // It stays where the copy was the same file already.
    if (lstatSync(fresh, { throwIfNoEntry: false }) !== undefined) unlinkSync(fresh);
    return true;
  } catch {
    // There is none yet, or the file system has no such names: then there is no copy.
    return false;
  }
}

async function readOne(file: string): Promise<RecordRead> {
  const read = await readKeptFile(file);
  if (read.kind !== 'read') return read;
  try {
    const value: unknown = JSON.parse(read.bytes.toString('utf8'));
    const parsed = gameRecordSchema.safeParse(value);
    if (parsed.success) return { kind: 'read', record: parsed.data };
    const version = versionSchema.safeParse(value).data?.version ?? 0;
    if (version > OUR_VERSION)
      return { kind: 'newer', reason: `it is of version ${version}: run the newer release that wrote it` };
    return { kind: 'damaged', reason: 'it does not hold a record' };
  } catch {
    return { kind: 'damaged', reason: 'it is not JSON' };
  }
}

/** True when the folder holds files of a game that has had a record. An unfinished first record does not count. */
function hasBegun(file: string): boolean {
  const { path, saves, journal, run } = gameFolderAt(dirname(file));
  const ours = [basename(file), 'ledger.jsonl', 'manifest.json'];
  const isOurs = (name: string): boolean => !isUnfinished(name) && ours.some((own) => name.startsWith(own));
  return namesIn(path).some(isOurs) || [saves, journal, run].some((folder) => namesIn(folder).length > 0);
}

function unreadable(file: string, reason: string): Failure {
  const gameId = basename(dirname(file));
  const details = { game_id: gameId, file: 'game.json', retry_after: 5 };
  return failure('E142', `The record of the game ${gameId} cannot be read: ${reason}`, { details });
}

function lost(file: string, reason: string): Failure {
  const gameId = basename(dirname(file));
  const advice = 'put back its game.json from a backup, or delete the game';
  return failure('E142', `The record of the game ${gameId} is lost (${reason}): ${advice}`, {
    details: { game_id: gameId, file: 'game.json' },
  });
}

/** The fields of a record that change during a game; undefined deletes a field. */
export type RecordChange = Partial<
  Pick<
    GameRecord,
    | 'phase'
    | 'config'
    | 'scenario'
    | 'paused'
    | 'timeLeft'
    | 'seats'
    | 'shown'
    | 'ended'
    | 'missing'
    | 'loadingDraws'
    | 'deaths'
    | 'isLive'
    | 'serverVersion'
    | 'rulesetHash'
    | 'fence'
  >
>;

/** Holds the current record of a game, and writes it to its file after each change. */
export class RecordStore {
  readonly #file: string;
  readonly #disk: DiskReporter;
  #current: GameRecord;
  #written: Promise<void> = Promise.resolve();
  #isClosed = false;

  constructor(file: string, record: GameRecord, disk: DiskReporter) {
    this.#file = file;
    this.#current = record;
    this.#disk = disk;
  }

  get current(): GameRecord {
    return this.#current;
  }

  /** Resolves when the file has the change. A write failure is reported, and the game continues. */
  update(change: RecordChange): Promise<void> {
    const { joinPassword } = this.#current;
    this.#current = { ...this.#current, ...change };
    // A game that is over joins no server again.
    const forgets = this.#current.phase === 'ended' && joinPassword !== undefined;
    if (forgets) this.#current = { ...this.#current, joinPassword: undefined };
    const record = this.#current;
    if (this.#isClosed) return this.#written;
    const write = () => writeRecord(this.#file, record, this.#disk);
    this.#written = this.#written
      .then(write)
      // The record before stays beside it.
      .then(() => (forgets ? write() : undefined))
      .then(
        () => this.#disk.writeSucceeded('record'),
        (error: unknown) => this.#disk.writeFailed('record', error),
      );
    return this.#written;
  }

  /** The same where a field has another value by now, or none. */
  async ensure(change: RecordChange): Promise<void> {
    const known: Readonly<Record<string, unknown>> = this.#current;
    if (Object.entries(change).some(([field, value]) => known[field] !== value)) await this.update(change);
  }

  /** Later changes are not written: the game is deleted, and its file with it. Resolves when the file is left alone. */
  close(): Promise<void> {
    this.#isClosed = true;
    return this.#written;
  }

  /** Resolves when all changes are in the file. */
  get written(): Promise<void> {
    return this.#written;
  }
}
