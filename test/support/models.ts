import { MetricSet } from '#shared/core/metric-set.js';
import { createModels } from '../../features/models/models.js';
import type { DiskMonitor } from '../../proxy/games/disk/disk-monitor.js';

/** What agents report of their models, without anybody who watches. */
export function modelsOf(dataDir: string, disk: DiskMonitor) {
  return createModels({
    dataDir,
    disk,
    metrics: new MetricSet(),
    watching: { recordUsage: () => undefined },
  });
}
