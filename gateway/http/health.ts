import { type Disk, isDiskWell } from '#shared/protocol/disk.js';
import type { Health } from '#shared/protocol/rest.js';

export interface HealthFacts {
  readonly isDraining: boolean;
  readonly isProxyUp: boolean;
  /** Undefined while the proxy does not say. */
  readonly disk: Disk | undefined;
  /** False while sessions would not outlive a crash. */
  readonly areSessionsKept: boolean;
  readonly uptimeMs: number;
}

/** How a gateway is. */
export function healthOf(facts: HealthFacts): Health {
  const { isDraining, isProxyUp, disk, areSessionsKept, uptimeMs } = facts;
  const ready = isProxyUp && !isDraining;
  const isWell = ready && areSessionsKept && (disk === undefined || isDiskWell(disk));
  return {
    status: isDraining ? 'draining' : isWell ? 'ok' : 'degraded',
    live: true,
    ready,
    uptime_s: Math.floor(uptimeMs / 1000),
    dependencies: { proxy: { up: isProxyUp, ...(disk && { disk }) }, sessions: { kept: areSessionsKept } },
  };
}
