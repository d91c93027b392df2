import { ok, type Result } from '#shared/core/result.js';
import type { GameConfig } from '#shared/protocol/game-config.js';
import { checkManifest } from '../archive/manifest.js';
import { gameFolder } from '../disk/game-folder.js';
import { type GameRecord, newGameRecord } from '../disk/game-record.js';
import { loadRecord } from '../disk/record-file.js';
import { quarantineObstructions } from '../disk/stored-files.js';
import { Journal, lastVersion } from '../journal/journal.js';
import { isGuestName } from '../seats/usernames.js';
import { type ServerProcess, startServerProcess } from '../server/server-process.js';
import { Game } from './game.js';
import type { GamesOptions } from './game-options.js';

/** A loaded game numbers its state versions this far above the journal: agents may have seen more than it knows. */
const VERSIONS_AHEAD = 10_000;

/** Makes the game objects of a proxy: for new games, and for those on the disk. */
export class GameFactory {
  readonly #options: GamesOptions;
  readonly #signal: AbortSignal;

  /** `signal` ends the starts of game servers that are under way. */
  constructor(options: GamesOptions, signal: AbortSignal) {
    this.#options = options;
    this.#signal = signal;
  }

  /** A new game. Nothing of it is on the disk yet. */
  create(gameId: string, config: GameConfig): Game {
    const { turnTimeLimit, clock } = this.#options;
    return this.#gameOf(newGameRecord(gameId, config, turnTimeLimit, clock.now()), 0);
  }

  /**
   * The game as its folder holds it; undefined when there is none. E142 when its record is damaged, E123 when the disk
   * does not give the journal now.
   */
  async load(gameId: string): Promise<Result<Game | undefined>> {
    const folder = gameFolder(this.#options.dataDir, gameId);
    const disk = this.#options.disk.reporterFor(gameId);
    const record = await loadRecord(folder.record, disk);
    if (!record.ok) return record;
    if (record.value === undefined) return ok(undefined);
    quarantineObstructions(folder, disk);
    const version = await lastVersion(new Journal(folder.journal, disk));
    if (!version.ok) return version;
    if (record.value.phase === 'ended') await checkManifest(folder, disk);
    return ok(this.#gameOf(record.value, version.value + VERSIONS_AHEAD));
  }

  #gameOf(record: GameRecord, version: number): Game {
    const { dataDir, absentWait, clock, disk } = this.#options;
    const log = this.#options.log.child({ game: record.id });
    return new Game({
      ...{ record, version, log, clock, absentWait },
      disk: disk.reporterFor(record.id),
      folder: gameFolder(dataDir, record.id),
      launch: (saveFile) => launchFor(record, saveFile, { ...this.#options, log, signal: this.#signal }),
    });
  }
}

/** What a game server is started with, besides the record of its game. */
export interface LaunchOptions extends Pick<GamesOptions, 'dataDir' | 'serverPath' | 'host' | 'log'> {
  /** Ends a start that is under way. */
  readonly signal: AbortSignal;
}

/** Starts a server process for a game; with a save it continues from that. E142 when it cannot be started. */
export async function launchFor(
  { id, config, seats, serverVersion }: GameRecord,
  saveFile: string | undefined,
  { dataDir, serverPath, host, log, signal }: LaunchOptions,
): Promise<Result<ServerProcess>> {
  const savedBy = saveFile === undefined ? undefined : serverVersion;
  const binary = await host.programs.find(serverPath, { asked: config.server, savedBy });
  if (!binary.ok) return binary;
  const server = await startServerProcess({
    ...{ binary: binary.value.path, host, saveFile, log, signal },
    runDir: gameFolder(dataDir, id).run,
    // A save names its own ruleset.
    ruleset: saveFile === undefined ? config.ruleset : undefined,
    // Seats of an older version may have names that a server with passwords reserves for guests.
    isForHumans: config.humans !== undefined || seats.some(({ username }) => isGuestName(username)),
  });
  if (server.ok)
    log.info(
      { pid: server.value.pid, port: server.value.port, version: server.value.version, saveFile },
      'game server started',
    );
  return server;
}
