/** What /health says. `ready`: agents can log in now. */
export interface Health {
  readonly status: 'ok' | 'degraded' | 'draining';
  readonly live: true;
  readonly ready: boolean;
  readonly uptime_s: number;
  readonly dependencies: { readonly proxy: { readonly up: boolean } };
}

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
