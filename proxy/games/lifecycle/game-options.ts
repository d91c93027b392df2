import type { Clock } from '#shared/core/clock.js';
import type { Logger } from '#shared/core/log.js';
import type { Result } from '#shared/core/result.js';
import type { Protocol } from '../../freeciv/protocol.js';
import type { DiskNotes } from '../disk/disk-alarm.js';
import type { GameFolder } from '../disk/game-folder.js';
import type { GameRecord } from '../disk/game-record.js';
import type { ServerProcess } from '../server/server-process.js';

export interface GameOptions {
  readonly record: GameRecord;
  readonly folder: GameFolder;
  readonly protocol: Protocol;
  readonly logger: Logger;
  /** Hears whether what the game keeps can be written. */
  readonly disk: DiskNotes;
  readonly clock: Clock;
  /** Seconds a turn waits for an agent that is away, where the game's own configuration does not say. */
  readonly absentWait: number;
  /** Where the state versions of seats begin: above all that agents were told before. */
  readonly version: number;
  /** Starts a server process for the game; with a save it goes on from that. */
  readonly launch: (saveFile: string | undefined) => Promise<Result<ServerProcess>>;
}
