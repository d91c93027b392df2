import type { Config } from '#shared/core/config.js';
import type { Logger } from '#shared/core/log.js';
import type { DiskMonitor } from '../../proxy/games/disk/disk-monitor.js';
import type { Games } from '../../proxy/games/lifecycle/games.js';
import { AgentActivityTracker } from './agent-activity-tracker.js';
import { Broadcasts } from './broadcasts.js';
import { watchingRows } from './link-rows.js';
import type { RecordWriting } from './recording/record-thread.js';
import { DecisionLogs } from './trajectories/decision-logs.js';

/** What the watching of games is composed with. */
export interface WatchingOptions {
  readonly config: Pick<Config, 'DATA_DIR' | 'TRAJECTORIES_MAX_MB'>;
  readonly log: Logger;
  readonly disk: DiskMonitor;
  readonly writing: RecordWriting;
  readonly games: Pick<Games, 'live' | 'loaded'>;
}

/** The games of a proxy as they are shown to spectators, recorded, and kept as decisions of their agents. */
export function createWatching({ config, log, disk, writing, games }: WatchingOptions) {
  const kept = { dataDir: config.DATA_DIR, log, disk, writing };
  const logs = new DecisionLogs({ ...kept, maxBytes: config.TRAJECTORIES_MAX_MB << 20 });
  const broadcasts = new Broadcasts({
    ...kept,
    games: () => games.live,
    onPoll: (game) => tracker.recordTurns(game),
  });
  const tracker = new AgentActivityTracker({ broadcasts, logs, games: () => games.loaded });
  return {
    broadcasts,
    logs,
    tracker,
    rows: watchingRows(broadcasts, tracker),
    /** Completes the recordings and logs of a game, and drops what is in memory of it. */
    forget: (gameId: string) => Promise.all([logs.forget(gameId), broadcasts.forget(gameId)]),
    /** Completes all recordings and logs. */
    close: () => Promise.all([broadcasts.close(), logs.close()]),
  };
}
