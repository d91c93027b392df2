import type { MetricSet } from '#shared/core/metric-set.js';
import type { DiskMonitor } from '../../proxy/games/disk/disk-monitor.js';
import type { GameFolder } from '../../proxy/games/disk/game-folder.js';
import type { ModelReports } from '../operations/game-info.js';
import { type ModelParts, modelRows } from './link-rows.js';
import { ModelCounters } from './model-counters.js';
import { conversationsOfSeats, forkConversations } from './seat-conversations.js';
import { seatRun } from './seat-run.js';
import { forkUsage, usageOfSeats } from './seat-usage.js';

/** What the models of agents are composed with. */
export interface ModelsOptions extends Pick<ModelParts, 'watching'> {
  readonly dataDir: string;
  readonly disk: DiskMonitor;
  readonly metrics: MetricSet;
}

/** The reports about the models of a proxy's games, which are read from disk when they are first needed. */
export function createModels({ dataDir, disk, metrics, watching }: ModelsOptions) {
  const usage = usageOfSeats(dataDir, disk);
  const conversations = conversationsOfSeats(dataDir, disk);
  const reports: ModelReports = {
    reportsOf: async (gameId, agentId) => (await usage.get(gameId, agentId)).reports,
    runOf: async (gameId, agentId, marks) => seatRun(await reports.reportsOf(gameId, agentId), marks),
  };
  return {
    ...reports,
    rows: modelRows({ usage, conversations, watching, counters: new ModelCounters(metrics) }),
    /** Drops what is in memory of a game. */
    forget: (gameId: string) => {
      for (const kept of [usage, conversations]) kept.forget(gameId);
    },
  };
}

/** Copies what an agent has reported about the turns before `turn` to a fork. Rejects when the disk does not give or take it. */
export async function copyReports(
  from: GameFolder,
  to: GameFolder,
  { agentId, turn }: { readonly agentId: string; readonly turn: number },
): Promise<void> {
  await forkUsage(from.usage, to.usage, agentId, turn);
  await forkConversations(from.conversations, to.conversations, agentId, turn);
}
