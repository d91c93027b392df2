import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Logger } from '#shared/core/log.js';
import { fail, ok, type Result } from '#shared/core/result.js';
import type { MissingPart } from '#shared/protocol/agent-answers.js';
import { type DiskReporter, loggingReporter } from '../../proxy/games/disk/disk-monitor.js';
import { type GameFolder, gameFolderAt } from '../../proxy/games/disk/game-folder.js';
import { type GameRecord, isOnOtherServer } from '../../proxy/games/disk/game-record.js';
import { unguarded } from '../../proxy/games/disk/write-guard.js';
import { Journal, journalName } from '../../proxy/games/journal/journal.js';
import { formatUnnumbered } from '../../proxy/games/journal/journal-file.js';
import { readHistory } from '../../proxy/games/journal/journal-history.js';
import { untilTurn } from '../../proxy/games/restore/replay.js';
import { restoreGame } from '../../proxy/games/restore/restore.js';
import { readSave, stateHash } from '../../proxy/games/saves/save-file.js';
import { savedTurns, serverSaves } from '../../proxy/games/saves/stored-saves.js';
import { onOtherServer } from '../../proxy/games/server/joined-server.js';
import type { ServerProcess } from '../../proxy/games/server/server-process.js';
import { createWorld } from '../../proxy/world/world.js';
import type { ArchiveManifest } from './manifest.js';

/** What verifyArchive needs. */
export interface VerifyOptions {
  readonly manifest: ArchiveManifest;
  readonly record: GameRecord;
  readonly archive: GameFolder;
  /** An empty folder to play in. */
  readonly scratch: string;
  readonly log: Logger;
  /** Starts a server process that lives below that folder. */
  launch(runDir: string, saveFile: string | undefined): Promise<Result<ServerProcess>>;
  /** Called for each part that was replayed. */
  onSegment(verified: VerifiedSegment): void;
}

/** A replayed segment, compared with the archive. */
export interface VerifiedSegment extends Segment {
  /** Number of turns with the same hash as in the archive. */
  readonly same: number;
  /** The turns that have another hash, or none; in order. */
  readonly different: readonly number[];
}

/** Replays an archived game, segment by segment, and compares the state hash of every turn. E146 on a server of others. */
export async function verifyArchive(parts: VerifyOptions): Promise<Result<readonly VerifiedSegment[]>> {
  const { manifest, record, archive, scratch, log } = parts;
  if (isOnOtherServer(record)) return fail(onOtherServer());
  const last = manifest.turns.at(-1)?.turn ?? 0;
  const verified: VerifiedSegment[] = [];
  for (const [i, segment] of segmentsOf(manifest.lives, last).entries()) {
    const to = gameFolderAt(join(scratch, String(i + 1)));
    const launch = (saveFile: string | undefined) => parts.launch(to.run, saveFile);
    const repeated = await replaySegment({ record, from: archive, to, log, launch }, segment);
    if (!repeated.ok) return repeated;
    const compared = compare(manifest, segment, repeated.value);
    parts.onSegment(compared);
    verified.push(compared);
  }
  return ok(verified);
}

function compare(
  { turns }: ArchiveManifest,
  segment: Segment,
  hashes: ReadonlyMap<number, string>,
): VerifiedSegment {
  const own = turns.filter(({ turn }) => turn > (segment.from ?? -1) && turn <= segment.until);
  const different = own.filter(({ turn, hash }) => hashes.get(turn) !== hash).map(({ turn }) => turn);
  return { ...segment, same: own.length - different.length, different };
}

/** The turns that one server process played: after `from`, up to the begin of `until`. */
interface Segment {
  /** The turn of the save it loaded; null when it created the game. */
  readonly from: number | null;
  readonly until: number;
}

/**
 * The segments of a game, each played by one server process. AIs keep plans in memory that saves do not hold, so only a
 * whole segment can be replayed. `lives`: where each process began, in order; `last`: the last turn that began.
 */
function segmentsOf(lives: readonly (number | null)[], last: number): readonly Segment[] {
  return lives
    .map((from, i) => ({ from, until: lives[i + 1] ?? last }))
    .filter(({ from, until }) => (from ?? -1) < until);
}

interface ReplaySegmentOptions {
  readonly record: GameRecord;
  readonly from: GameFolder;
  /** The folder to replay in; everything in it may be overwritten. */
  readonly to: GameFolder;
  readonly log: Logger;
  /** Starts a server process of the game in the folder `to`. */
  launch(saveFile: string | undefined): Promise<Result<ServerProcess>>;
}

/** Replays a segment on a real server as a restore does; the state hash of each turn that began in it. */
async function replaySegment(
  parts: ReplaySegmentOptions,
  segment: Segment,
): Promise<Result<ReadonlyMap<number, string>>> {
  const { to, log, launch } = parts;
  const disk = loggingReporter(log);
  await prepareFolder(parts, segment);
  const restored = await restoreGame({
    // Later seats are in the journal of later turns.
    record: recordAt(parts.record, segment.until),
    folder: to,
    journal: new Journal(to.journal, disk),
    disk,
    missing: [],
    isRepeat: true,
    log,
    launch,
    worldFor: (_agentId, phase) => createWorld(phase),
    loading: { draws: 0 },
  });
  if (!restored.ok) return restored;
  const { serverRun, connections } = restored.value;
  const came = await untilTurn({ connections, signal: serverRun.signal }, segment.until);
  // The answer arrives after the save of that turn is on the disk.
  const saved = came.ok ? await serverRun.server.run('lua cmd print("")', serverRun.signal) : came;
  await serverRun[Symbol.asyncDispose]();
  if (!saved.ok) return fail(saved.failure);
  return ok(await hashesIn(to, segment));
}

async function prepareFolder(
  { from, to, log }: Pick<ReplaySegmentOptions, 'from' | 'to' | 'log'>,
  segment: Segment,
): Promise<void> {
  await mkdir(to.saves, { recursive: true });
  await mkdir(to.journal, { recursive: true });
  const disk = loggingReporter(log);
  const turns = { from: segment.from ?? 1, until: segment.until };
  const copied = await copyTurns(new Journal(from.journal, disk), turns, to.journal, disk);
  if (!copied.ok) throw new Error(copied.failure.message);
  if (copied.value.length > 0) log.warn({ missing: copied.value }, 'the journal of the game lacks requests');
  const save = (await savedTurns(from, unguarded)).find(({ turn }) => turn === segment.from);
  if (save !== undefined) await copyFile(save.file, join(to.saves, basename(save.file)));
}

function recordAt(record: GameRecord, until: number): GameRecord {
  return {
    ...record,
    phase: 'running',
    shown: undefined,
    seats: record.seats.filter(({ since }) => since < until),
  };
}

async function hashesIn(folder: GameFolder, { from, until }: Segment): Promise<Map<number, string>> {
  const { turns, final } = await serverSaves(folder, unguarded);
  const hashes = new Map<number, string>();
  for (const { turn, file } of [...turns, ...(final === undefined ? [] : [final])]) {
    if (turn <= (from ?? -1) || turn > until) continue;
    const text = await readSave(file);
    if (text !== undefined) hashes.set(turn, stateHash(text));
  }
  return hashes;
}

/**
 * Copies the turns of a journal from `from` on, up to the one before `until`, to a folder where they are played alone; returns
 * what is missing in them. The entries have no numbers there: a request that was answered while a turn changed has a number after
 * those of the next turn, which would look missing without that turn. E123 when the journal cannot be read now.
 */
export async function copyTurns(
  journal: Journal,
  { from, until }: { readonly from: number; readonly until: number },
  folder: string,
  disk: DiskReporter,
): Promise<Result<readonly MissingPart[]>> {
  const history = await readHistory(journal, from, 0, { disk, isTrial: true });
  if (!history.ok) return history;
  const { turns, missing } = history.value;
  for (const { turn, entries } of turns.filter((one) => one.turn < until))
    await writeFile(join(folder, journalName(turn)), entries.map(formatUnnumbered).join(''));
  return ok(missing.filter(({ turn }) => turn < until));
}
