import { type Disk, isDiskWell } from '#shared/messages/disk.js';
import type { Health } from '#shared/messages/rest.js';

export interface HealthFacts {
  readonly isDraining: boolean;
  readonly isProxyUp: boolean;
  /** Undefined while the proxy does not say. */
  readonly disk: Disk | undefined;
  readonly uptimeMs: number;
}

export function healthOf({ isDraining, isProxyUp, disk, uptimeMs }: HealthFacts): Health {
  const ready = isProxyUp && !isDraining;
  return {
    status: isDraining ? 'draining' : ready && (disk === undefined || isDiskWell(disk)) ? 'ok' : 'degraded',
    live: true,
    ready,
    uptime_s: Math.floor(uptimeMs / 1000),
    dependencies: { proxy: { up: isProxyUp, ...(disk && { disk }) } },
  };
}
