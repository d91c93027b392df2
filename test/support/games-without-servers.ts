import { type Clock, systemClock } from '#shared/core/clock.js';
import { createLogger } from '#shared/core/log.js';
import { gameConfigSchema } from '#shared/protocol/game-config.js';
import { OwnFolderDirectory } from '#shared/store/folder/own-folder-directory.js';
import type { ObjectStore } from '#shared/store/object-store.js';
import { gameArchives } from '../../features/archive/archive.js';
import { generatedRuleset } from '../../features/rulesets/generated-ruleset.js';
import { ScenarioCatalog } from '../../features/scenarios/scenario-catalog.js';
import { GameStorage } from '../../features/storage/game-storage.js';
import { DiskMonitor } from '../../proxy/games/disk/disk-monitor.js';
import { gameFolder } from '../../proxy/games/disk/game-folder.js';
import { type GameRecord, newGameRecord } from '../../proxy/games/disk/game-record.js';
import { writeRecord } from '../../proxy/games/disk/record-file.js';
import { GameLeases } from '../../proxy/games/lifecycle/game-leases.js';
import { Games } from '../../proxy/games/lifecycle/games.js';
import { ServerHost } from '../../proxy/games/server/isolation.js';
import { entryOf } from './store/directory-entry.js';

const log = createLogger('test', 'silent');
const LEASE_MS = 60_000;

/** A directory that counts how often the names of owners are read. */
export class CountingDirectory extends OwnFolderDirectory {
  reads = 0;

  protected override names(): readonly string[] | undefined {
    this.reads += 1;
    return super.names();
  }
}

/** The games of a proxy that starts no game server. */
export class GamesWithoutServers implements AsyncDisposable {
  readonly directory: CountingDirectory;
  readonly leases: GameLeases;
  readonly disk: DiskMonitor;
  readonly storage: GameStorage | undefined;
  readonly games: Games;

  private constructor(dataDir: string, store: ObjectStore | undefined, clock: Clock) {
    this.directory = new CountingDirectory({ dataDir, leaseMs: LEASE_MS, clock });
    this.leases = new GameLeases(this.directory);
    this.disk = new DiskMonitor(dataDir, log);
    const owns = (gameId: string): boolean => this.leases.owns(gameId);
    const shared = { dataDir, clock, log, disk: this.disk };
    this.storage = store && new GameStorage({ ...shared, store, owns });
    this.games = new Games({
      ...{
        ...shared,
        leases: this.leases,
        storage: this.storage,
        archives: gameArchives,
        prepareRuleset: generatedRuleset,
      },
      host: new ServerHost({ uids: undefined, sandbox: 'off', hidden: [] }),
      scenarios: new ScenarioCatalog(undefined),
      serverPath: undefined,
      ...{ maxGames: () => 100, turnTimeLimit: 0, absentWait: 0, idleAfter: 3600 },
    });
  }

  /** With `store` the games are in that bucket. */
  static async open(
    dataDir: string,
    id: string,
    store?: ObjectStore,
    clock: Clock = systemClock,
  ): Promise<GamesWithoutServers> {
    const opened = new GamesWithoutServers(dataDir, store, clock);
    await opened.directory.announce(entryOf(id));
    return opened;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.games.close();
    await this.storage?.close();
    await this.directory.close();
  }
}

/** Lays the record of a game on the disk. */
export async function layGame(
  dataDir: string,
  gameId: string,
  changes: Partial<GameRecord> = {},
): Promise<void> {
  const record = newGameRecord(gameId, { config: gameConfigSchema.parse({}) }, 0, Date.now());
  const disk = new DiskMonitor(dataDir, log).reporterFor(gameId);
  await writeRecord(gameFolder(dataDir, gameId).record, { ...record, ...changes }, disk);
}
