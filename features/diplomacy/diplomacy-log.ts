import type { DiskReporter } from '../../proxy/games/disk/disk-monitor.js';
import type { GameFolder } from '../../proxy/games/disk/game-folder.js';
import { LinesFile, readableLines } from '../../proxy/games/disk/lines-file.js';
import type { DiplomacyRecorder } from '../../proxy/games/lifecycle/game-options.js';
import type { SeatConnection } from '../../proxy/games/seats/seat-connection.js';
import {
  type DiplomacyEntry,
  type DiplomacyNews,
  diplomacyLineSchema,
  diplomacyNews,
} from './diplomacy-entry.js';
import { DiplomacyWitness } from './diplomacy-witness.js';

/** The news of diplomacy that seats got. Append-only and written at once: news of an answered request survive a kill. */
export class DiplomacyLog implements DiplomacyRecorder {
  readonly #file: LinesFile<DiplomacyEntry>;

  constructor(folder: GameFolder, disk: DiskReporter) {
    this.#file = diplomacyFile(folder, disk);
  }

  /** Records that a server loaded the save of that turn; undefined when it created the game. */
  recordRun(from: number | undefined): void {
    this.add([{ kind: 'run', from: from ?? null }]);
  }

  /** Records from now on what that connection of a seat is told. */
  watch(connection: SeatConnection): void {
    connection.recordTo(new DiplomacyWitness(connection.world, (entries) => this.add(entries)));
  }

  /** Adds entries. The game continues when they cannot be written. */
  add(entries: readonly DiplomacyEntry[]): void {
    if (entries.length > 0) this.#file.append(entries);
  }
}

/** What happened in a game (diplomacyNews). A disk reporter puts a damaged file aside. Rejects when the disk fails. */
export async function readDiplomacy(
  folder: GameFolder,
  disk: DiskReporter | undefined,
): Promise<readonly DiplomacyNews[]> {
  if (disk !== undefined) return diplomacyNews(await diplomacyFile(folder, disk).read());
  return diplomacyNews(await readableLines({ file: folder.diplomacy, schema: diplomacyLineSchema }));
}

function diplomacyFile({ diplomacy: file }: GameFolder, disk: DiskReporter): LinesFile<DiplomacyEntry> {
  const lost = 'treaties of the game with their clauses, and what was said before them';
  return new LinesFile({ file, what: 'diplomacy', schema: diplomacyLineSchema, disk, lost });
}
