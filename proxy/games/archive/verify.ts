import { join } from 'node:path';
import type { Logger } from '#shared/core/log.js';
import { ok, type Result } from '#shared/core/result.js';
import type { Protocol } from '../../freeciv/protocol.js';
import { type GameFolder, gameFolderAt } from '../disk/game-folder.js';
import type { GameRecord } from '../disk/game-record.js';
import type { ServerProcess } from '../server/server-process.js';
import type { Manifest } from './manifest.js';
import { replaySegment, type Segment, segmentsOf } from './replay-segment.js';

/** What an archive is verified with. */
export interface VerifyOptions {
  readonly manifest: Manifest;
  readonly record: GameRecord;
  readonly archive: GameFolder;
  /** An empty folder to play in. */
  readonly scratch: string;
  readonly protocol: Protocol;
  readonly log: Logger;
  /** Starts a server process that lives below that folder. */
  launch(runDir: string, saveFile: string | undefined): Promise<Result<ServerProcess>>;
  /** Hears of each part that was played again. */
  onSegment(verified: VerifiedSegment): void;
}

/** One segment that was played again, compared with the archive. */
export interface VerifiedSegment extends Segment {
  /** Turns of the same hash as in the archive. */
  readonly same: number;
  /** The turns that have another hash, or none; in order. */
  readonly different: readonly number[];
}

/** Plays an archived game again, part by part, and compares the state hash of every turn. */
export async function verifyArchive(parts: VerifyOptions): Promise<Result<readonly VerifiedSegment[]>> {
  const { manifest, record, archive, scratch, protocol, log } = parts;
  const last = manifest.turns.at(-1)?.turn ?? 0;
  const verified: VerifiedSegment[] = [];
  for (const [i, segment] of segmentsOf(manifest.lives, last).entries()) {
    const to = gameFolderAt(join(scratch, String(i + 1)));
    const launch = (saveFile: string | undefined) => parts.launch(to.run, saveFile);
    const repeated = await replaySegment({ record, from: archive, to, protocol, log, launch }, segment);
    if (!repeated.ok) return repeated;
    const compared = compare(manifest, segment, repeated.value);
    parts.onSegment(compared);
    verified.push(compared);
  }
  return ok(verified);
}

function compare(
  { turns }: Manifest,
  segment: Segment,
  hashes: ReadonlyMap<number, string>,
): VerifiedSegment {
  const own = turns.filter(({ turn }) => turn > (segment.from ?? -1) && turn <= segment.until);
  const different = own.filter(({ turn, hash }) => hashes.get(turn) !== hash).map(({ turn }) => turn);
  return { ...segment, same: own.length - different.length, different };
}
