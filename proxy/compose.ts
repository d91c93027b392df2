import type { Clock } from '#shared/core/clock.js';
import type { Config } from '#shared/core/config.js';
import type { CurrentConfig } from '#shared/core/current-config.js';
import { diskReason } from '#shared/core/disk/disk-error.js';
import type { Logger } from '#shared/core/log.js';
import { fail, ok, type Result } from '#shared/core/result.js';
import type { ObjectStore } from '#shared/store/object-store.js';
import { gameArchives } from '../features/archive/archive.js';
import { ArchiveRetention } from '../features/archive/retention.js';
import { PeopleOfGames } from '../features/people/proxy/people.js';
import { chancesRows } from '../features/winner/game-chances.js';
import { AgentFiles } from './api/agent-files.js';
import { MapPictures } from './api/answers/map-pictures.js';
import type { InstalledServers } from './api/http/proxy-http.js';
import { ProxyMetrics } from './api/metrics/proxy-metrics.js';
import { notesOfSeats } from './api/notes.js';
import { Outboxes } from './api/outbox/outboxes.js';
import { coreRows } from './api/requests/link-table.js';
import { RequestsInProgress } from './api/requests/requests-in-progress.js';
import type { BackgroundWork } from './background-work.js';
import { AgentActivityTracker } from './broadcast/agent-activity-tracker.js';
import { Broadcasts } from './broadcast/broadcasts.js';
import { DecisionLogs } from './broadcast/trajectories/decision-logs.js';
import { DiskMonitor } from './games/disk/disk-monitor.js';
import { DiskProbe, diskHealth } from './games/disk/disk-probe.js';
import { GameLeases } from './games/lifecycle/game-leases.js';
import { Games } from './games/lifecycle/games.js';
import { HeapRoom } from './games/lifecycle/heap-room.js';
import { conversationsOfSeats } from './games/models/seat-conversations.js';
import { usageOfSeats } from './games/models/seat-usage.js';
import { GameOperations } from './games/operations/operations.js';
import { ForeignServers } from './games/server/foreign-servers.js';
import { isolationOf, ServerHost } from './games/server/isolation.js';
import { GameStorage } from './games/storage/game-storage.js';
import { heapLimit, watchLiveHeap } from './live-heap.js';
import { openDirectory } from './proxy-directory.js';
import { ScenarioCatalog } from './scenarios/scenario-catalog.js';

/** What the parts of a proxy are wired with. */
interface ProxyParts {
  /** The settings at the start. */
  readonly config: Config;
  /** Those that may change. */
  readonly current: CurrentConfig;
  readonly log: Logger;
  readonly clock: Clock;
  /** The bucket of STORAGE_URL. */
  readonly store?: ObjectStore | undefined;
  readonly work: BackgroundWork;
}

/** Wires the parts of a proxy that need no socket. Only timers are started. */
export function createProxyServices({ config, current, log, clock, store, work }: ProxyParts) {
  const dataDir = config.DATA_DIR;
  const { directory, close: closeDirectory } = openDirectory(config, log);
  const leases = new GameLeases(directory);
  const disk = new DiskMonitor(dataDir, log, (gameId) => leases.mayWrite(gameId));
  const owns = (gameId: string): boolean => leases.owns(gameId);
  const storage =
    store === undefined ? undefined : new GameStorage({ store, dataDir, clock, log, disk, owns });
  const probe = new DiskProbe(dataDir, log);
  const notes = notesOfSeats(dataDir, disk);
  const usage = usageOfSeats(dataDir, disk);
  const conversations = conversationsOfSeats(dataDir, disk);
  const { writing, saves } = work;
  const logs = new DecisionLogs({ dataDir, maxBytes: config.TRAJECTORIES_MAX_MB << 20, log, disk, writing });
  const host = new ServerHost(isolationOf(config));
  const scenarios = new ScenarioCatalog(config.SCENARIOS_DIR);
  const memory = new HeapRoom({
    limit: heapLimit(),
    clock,
    games: () => games.idle.withWorlds.map(({ record }) => record),
    forgetGame: () => games.idle.forgetOldest(),
    onFull: (problem) => log.error({ problem }, 'a game or seat is refused for want of memory'),
  });
  const people = new PeopleOfGames(clock);
  const games = new Games({
    dataDir,
    clock,
    disk,
    leases,
    archives: gameArchives,
    scenarios,
    storage,
    memory,
    saves,
    serverPath: config.FREECIV_SERVER,
    host,
    foreignServers: ForeignServers.ofSetting(config.FOREIGN_SERVERS),
    maxGames: () => current.value.MAX_GAMES,
    turnTimeLimit: config.TURN_TIME_LIMIT_S,
    absentWait: config.ABSENT_WAIT_S,
    idleAfter: config.GAME_IDLE_S,
    log,
    onMade: (parts) => people.add(parts),
    onGone: async (gameId) => {
      for (const kept of [notes, usage, conversations]) kept.forget(gameId);
      await Promise.all([logs.forget(gameId), broadcasts.forget(gameId)]);
    },
  });
  const agentFiles = new AgentFiles({ dataDir, caches: [notes, usage, conversations], logs });
  const archives = new ArchiveRetention({
    games,
    dataDir,
    storage,
    log,
    limits: { bytes: config.ARCHIVE_MAX_GB * 1e9, age: config.ARCHIVE_MAX_DAYS * 86_400_000 },
    agentData: {
      age: config.AGENT_DATA_MAX_DAYS * 86_400_000,
      remove: (gameId) => removeAgentData(games, agentFiles, gameId),
    },
  });
  const unwatchHeap = watchLiveHeap((live) => {
    memory.noteLive(live);
    if (memory.isOverfull && !games.idle.forgetOldest()) void games.room.giveBackNewest();
  });
  const metrics = new ProxyMetrics(games, { storage, memory });
  const outboxes = new Outboxes(metrics.instruments);
  const broadcasts = new Broadcasts({
    dataDir,
    log,
    disk,
    writing,
    games: () => games.live,
    onPoll: (game) => tracker.recordTurns(game),
  });
  const tracker = new AgentActivityTracker({ broadcasts, logs, games: () => games.loaded });
  return {
    games,
    people,
    memory,
    broadcasts,
    metrics,
    table: { ...coreRows, ...chancesRows },
    outboxes,
    tracker,
    directory,
    leases,
    storage,
    notes,
    usage,
    conversations,
    acting: new RequestsInProgress(),
    inProgress: new RequestsInProgress(),
    operations: new GameOperations({ games, scenarios, dataDir, usage, conversations }),
    agentFiles,
    maps: new MapPictures(games, broadcasts),
    disk: () => diskHealth(games, probe),
    /** The game servers that can be started, and why none can, as a sentence. */
    gameServers: async (): Promise<InstalledServers> => {
      const found = await host.programs.find(config.FREECIV_SERVER);
      const usable = found.ok ? await host.programs.usable(config.FREECIV_SERVER) : [];
      return { usable, problem: found.ok ? undefined : found.failure.message };
    },
    /** Completes recordings and decision logs, then ends every game. */
    close: async () => {
      unwatchHeap();
      archives[Symbol.dispose]();
      probe[Symbol.dispose]();
      await Promise.all([broadcasts.close(), logs.close()]);
      await games.close();
      await work.close();
      await storage?.close();
      await closeDirectory();
    },
  };
}

/** Removes the data of all agents of a game. Resolves with the number of files; the failure is a sentence. */
async function removeAgentData(
  games: Games,
  files: AgentFiles,
  gameId: string,
): Promise<Result<number, string>> {
  const found = await games.find(gameId);
  if (!found.ok) return fail(found.failure.message);
  const { record } = found.value ?? {};
  if (record === undefined) return ok(0);
  try {
    const removed = await Promise.all(record.seats.map(({ agentId }) => files.remove(record, agentId)));
    return ok(removed.flat().length);
  } catch (error) {
    return fail(diskReason(error));
  }
}
