import { existsSync } from 'node:fs';
import { type Failure, failure } from '#shared/core/failure.js';
import { fail, ok, type Result } from '#shared/core/result.js';
import type { DiskReporter } from '../disk/disk-monitor.js';
import { type GameFolder, gameFolder } from '../disk/game-folder.js';
import { type GameRecord, isOnOtherServer, newGameRecord } from '../disk/game-record.js';
import { loadRecord, readRecord } from '../disk/record-file.js';
import { FileInaccessible, quarantineObstructions } from '../disk/stored-files.js';
import { removeUnfinished } from '../disk/unfinished-files.js';
import type { WriteGuard } from '../disk/write-guard.js';
import { Journal } from '../journal/journal.js';
import { type JournalEnd, journalEnd } from '../journal/journal-end.js';
import { isGuestName } from '../seats/usernames.js';
import { ForeignServers } from '../server/foreign-servers.js';
import { joinServer } from '../server/join-server.js';
import { type ServerProcess, startServerProcess } from '../server/server-process.js';
import { Game } from './game.js';
import type { GamesOptions } from './game-options.js';
import type { ResolvedConfig } from './game-scenario.js';

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

  /** A new game, which this proxy owns. Nothing of it is on the disk yet. */
  create(gameId: string, config: ResolvedConfig, creator: string | undefined): Game {
    const { turnTimeLimit, clock, leases } = this.#options;
    const record = newGameRecord(gameId, config, turnTimeLimit, clock.now());
    return this.#gameOf({ ...record, creator, fence: leases.fenceOf(gameId) }, 0);
  }

  /**
   * The game as its folder holds it, which this proxy then owns; undefined when there is none. E142 when its record is
   * damaged, E123 when the disk does not give the journal or the file of a seat now, and as GameLeases.take says. The game is
   * given back when it cannot be loaded.
   */
  async load(gameId: string): Promise<Result<Game | undefined>> {
    const { leases, storage } = this.#options;
    const folder = gameFolder(this.#options.dataDir, gameId);
    // No lease is taken for a game that does not exist.
    const isThere = existsSync(folder.path) ? ok(true) : ((await storage?.has(gameId)) ?? ok(false));
    if (!isThere.ok) return isThere;
    if (!isThere.value) return ok(undefined);
    const taken = await leases.take(gameId);
    if (!taken.ok) return this.#whyNot(folder, taken.failure);
    let isLoaded = false;
    try {
      const brought = await this.#bring(gameId);
      const loaded = brought.ok ? await this.#loadOwned(gameId, folder) : brought;
      if (!loaded.ok || loaded.value === undefined) return loaded;
      await storage?.begin(gameId, leases.fenceOf(gameId));
      isLoaded = true;
      return loaded;
    } catch (error) {
      if (error instanceof FileInaccessible) return fail(inaccessible(error));
      throw error;
    } finally {
      if (!isLoaded) await leases.giveBack(gameId);
    }
  }

  /** Makes the folder what the bucket has, if there is one; the fence of the lease is then above all in it. */
  async #bring(gameId: string): Promise<Result<void>> {
    const { leases, storage } = this.#options;
    const highest = (await storage?.bring(gameId)) ?? ok(0);
    if (!highest.ok) return highest;
    if (leases.fenceOf(gameId) > highest.value) return ok(undefined);
    const taken = await leases.take(gameId, highest.value);
    return taken.ok ? ok(undefined) : taken;
  }

  /** The reason of the disk where the record cannot be read, else the given refusal. */
  async #whyNot(folder: GameFolder, refused: Failure): Promise<Result<never>> {
    const record = await readRecord(folder.record);
    return fail(record.ok ? refused : record.failure);
  }

  async #loadOwned(gameId: string, folder: GameFolder): Promise<Result<Game | undefined>> {
    const disk = this.#options.disk.reporterFor(gameId);
    removeUnfinished(folder, disk);
    const record = await loadRecord(folder.record, disk);
    if (!record.ok) return record;
    if (record.value === undefined) return ok(undefined);
    quarantineObstructions(folder, disk);
    const owned = await this.#ownJournal(record.value, folder, disk);
    if (!owned.ok) return owned;
    const { fence, version } = owned.value;
    if (record.value.phase === 'ended') await this.#options.archives.check(folder, disk);
    return ok(this.#gameOf({ ...record.value, fence }, version + VERSIONS_AHEAD));
  }

  /** Makes this proxy the owner of the game's journal too, under a fence above all that are in its files. */
  async #ownJournal(
    { id, fence: recorded, phase }: GameRecord,
    folder: GameFolder,
    disk: DiskReporter,
  ): Promise<Result<JournalEnd>> {
    const { leases } = this.#options;
    const before = await journalEnd(new Journal(folder.journal, disk));
    if (!before.ok) return before;
    const highest = Math.max(recorded, before.value.fence);
    // The folder was brought here from another installation.
    const taken = leases.fenceOf(id) > highest ? ok(undefined) : await leases.take(id, highest);
    if (!taken.ok) return taken;
    const fence = leases.fenceOf(id);
    if (phase === 'ended') return ok({ fence, version: before.value.version });
    const journal = new Journal(folder.journal, disk, fence);
    const owned = await journal.own();
    journal.close();
    if (!owned.ok) return owned;
    // From here on the lines of other owners do not count.
    const end = await journalEnd(journal);
    return end.ok ? ok({ fence, version: end.value.version }) : end;
  }

  #gameOf(record: GameRecord, version: number): Game {
    const { dataDir, disk, leases } = this.#options;
    const log = this.#options.log.child({ game: record.id });
    const guard = disk.reporterFor(record.id);
    const launched = { ...this.#options, guard, log, signal: this.#signal };
    return new Game({
      ...this.#options,
      record,
      version,
      log,
      disk: guard,
      diplomacy: this.#options.diplomacy?.(gameFolder(dataDir, record.id), guard),
      mayAct: () => leases.mayWrite(record.id),
      folder: gameFolder(dataDir, record.id),
      launch: (saveFile) =>
        isOnOtherServer(record)
          ? joinServer(record, {
              ...launched,
              servers: this.#options.foreignServers ?? ForeignServers.none(),
            })
          : launchFor(record, saveFile, launched),
    });
  }
}

function inaccessible({ message, reason }: FileInaccessible): Failure {
  return failure('E123', `The game cannot be loaded now: ${message}`, {
    details: { retry_after: 5, disk: reason },
  });
}

/** The settings of a game server that are not in the record of its game. */
export interface LaunchOptions
  extends Pick<GamesOptions, 'dataDir' | 'serverPath' | 'host' | 'prepareRuleset' | 'log'> {
  readonly signal: AbortSignal;
  readonly guard: WriteGuard;
}

/** Starts a game's server, from a save or anew. E142: it does not start; E123: another proxy may own the game. */
export async function launchFor(
  record: GameRecord,
  saveFile: string | undefined,
  { dataDir, serverPath, host, prepareRuleset, log, signal, guard }: LaunchOptions,
): Promise<Result<ServerProcess>> {
  const { id, config, seats, serverVersion } = record;
  const folder = gameFolder(dataDir, id);
  const savedBy = saveFile === undefined ? undefined : serverVersion;
  const binary = await host.programs.find(serverPath, { asked: config.server, savedBy });
  if (!binary.ok) return binary;
  const generated = await prepareRuleset(record, { folder, server: binary.value, guard });
  if (!generated.ok) return generated;
  const server = await startServerProcess({
    binary: binary.value.path,
    host,
    saveFile,
    log,
    signal,
    guard,
    runDir: folder.run,
    // A save names its own ruleset.
    ruleset: saveFile === undefined ? config.ruleset : undefined,
    generated: generated.value,
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
