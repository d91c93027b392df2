import type { Clock } from '#shared/core/clock.js';
import type { Config } from '#shared/core/config.js';
import type { CurrentConfig } from '#shared/core/current-config.js';
import type { Logger } from '#shared/core/log.js';
import { MetricSet } from '#shared/core/metric-set.js';
import type { ObjectStore } from '#shared/store/object-store.js';
import { Advisor } from '../../features/advisor/advisor.js';
import { bestSiteFor } from '../../features/advisor/settling/settling.js';
import { AgentFiles, removeAgentData } from '../../features/agent-files/agent-files.js';
import { agentFileRows } from '../../features/agent-files/link-rows.js';
import { gameArchives } from '../../features/archive/archive.js';
import { ArchiveRetention } from '../../features/archive/retention.js';
import { cityRowsFormat } from '../../features/city-rows/cities-format.js';
import { DiplomacyLog } from '../../features/diplomacy/diplomacy-log.js';
import { diplomacyRows } from '../../features/diplomacy/game-diplomacy.js';
import { forkRows } from '../../features/forks/link-rows.js';
import { mapFormat } from '../../features/map-window/map-format.js';
import { MapPictures, mapRows } from '../../features/maps/map-pictures.js';
import { createModels } from '../../features/models/models.js';
import { operationRows } from '../../features/operations/link-rows.js';
import { GameOperations } from '../../features/operations/operations.js';
import { PeopleOfGames } from '../../features/people/proxy/people.js';
import { ruleRows } from '../../features/rules-lookup/rules-lookup.js';
import { generatedRuleset } from '../../features/rulesets/generated-ruleset.js';
import { ScenarioCatalog, scenarioRows } from '../../features/scenarios/scenario-catalog.js';
import { sceneFormat } from '../../features/scene/scene-format.js';
import { GameStorage } from '../../features/storage/game-storage.js';
import { measureStorage } from '../../features/storage/storage-counts.js';
import { createWatching } from '../../features/watching/watching.js';
import { chancesRows } from '../../features/winner/game-chances.js';
import { entityFormats, type StateFormats } from '../../proxy/api/answers/state-formats.js';
import type { InstalledServers } from '../../proxy/api/http/proxy-http.js';
import { ProxyMetrics } from '../../proxy/api/metrics/proxy-metrics.js';
import { notesOfSeats } from '../../proxy/api/notes.js';
import { Outboxes } from '../../proxy/api/outbox/outboxes.js';
import type { LinkTable } from '../../proxy/api/requests/asked-request.js';
import { coreRows } from '../../proxy/api/requests/link-table.js';
import { RequestsInProgress } from '../../proxy/api/requests/requests-in-progress.js';
import { KeptSeats } from '../../proxy/api/seats/kept-seat.js';
import { DiskMonitor } from '../../proxy/games/disk/disk-monitor.js';
import { DiskProbe, diskHealth } from '../../proxy/games/disk/disk-probe.js';
import { GameLeases } from '../../proxy/games/lifecycle/game-leases.js';
import { Games } from '../../proxy/games/lifecycle/games.js';
import { HeapRoom } from '../../proxy/games/lifecycle/heap-room.js';
import { ForeignServers } from '../../proxy/games/server/foreign-servers.js';
import { isolationOf, ServerHost } from '../../proxy/games/server/isolation.js';
import type { BackgroundWork } from './background-work.js';
import { heapLimit, watchLiveHeap } from './live-heap.js';
import { openDirectory } from './proxy-directory.js';

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
  const { writing, saves } = work;
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
    prepareRuleset: generatedRuleset,
    diplomacy: (folder, disk) => new DiplomacyLog(folder, disk),
    scenarios,
    storage,
    memory,
    saves,
    chooseSite: bestSiteFor,
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
      for (const kept of [notes, models]) kept.forget(gameId);
      await watching.forget(gameId);
    },
  });
  const metrics = new MetricSet();
  const proxyMetrics = new ProxyMetrics(metrics, games, memory);
  measureStorage(metrics, storage);
  const watching = createWatching({ config, log, disk, writing, games });
  const models = createModels({ dataDir, disk, metrics, watching: watching.tracker });
  const operations = new GameOperations({ games, dataDir, models });
  const agentFiles = new AgentFiles({ dataDir, caches: [notes, models], logs: watching.logs });
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
  const advisor = new Advisor();
  const formats: StateFormats = {
    ...entityFormats,
    ...advisor.formats,
    map: mapFormat,
    scene: sceneFormat,
    cities: cityRowsFormat(),
  };
  const table: LinkTable = {
    ...coreRows,
    ...watching.rows,
    ...scenarioRows(scenarios),
    ...mapRows(new MapPictures(games, watching.broadcasts)),
    ...models.rows,
    ...agentFileRows(agentFiles),
    ...operationRows(operations),
    ...forkRows({ games, dataDir, clock }, models),
    ...chancesRows(operations),
    ...ruleRows,
    ...diplomacyRows(operations),
  };
  return {
    games,
    people,
    memory,
    broadcasts: watching.broadcasts,
    metrics: proxyMetrics,
    table,
    outboxes: new Outboxes(proxyMetrics.instruments),
    tracker: watching.tracker,
    seats: new KeptSeats(advisor.of),
    formats,
    directory,
    leases,
    storage,
    notes,
    acting: new RequestsInProgress(),
    inProgress: new RequestsInProgress(),
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
      await watching.close();
      await games.close();
      await work.close();
      await storage?.close();
      await closeDirectory();
    },
  };
}
