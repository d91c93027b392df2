import type { Disk } from '#shared/messages/disk.js';
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
  const isDiskWell = (disk?.troubles.length ?? 0) === 0;
  return {
    status: isDraining ? 'draining' : ready && isDiskWell ? 'ok' : 'degraded',
    live: true,
    ready,
    uptime_s: Math.floor(uptimeMs / 1000),
    dependencies: { proxy: { up: isProxyUp, ...(disk && { disk }) } },
  };
}
