import type { Health } from '#shared/messages/rest.js';

export interface HealthFacts {
  readonly isDraining: boolean;
  readonly isProxyUp: boolean;
  readonly uptimeMs: number;
}

export function healthOf({ isDraining, isProxyUp, uptimeMs }: HealthFacts): Health {
  const ready = isProxyUp && !isDraining;
  return {
    status: isDraining ? 'draining' : ready ? 'ok' : 'degraded',
    live: true,
    ready,
    uptime_s: Math.floor(uptimeMs / 1000),
    dependencies: { proxy: { up: isProxyUp } },
  };
}
