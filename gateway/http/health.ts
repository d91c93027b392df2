import { type Disk, diskSchema, isDiskWell } from '#shared/protocol/disk.js';
import type { Health } from '#shared/protocol/rest.js';
import type { ProxyLink } from '../link/proxy-link.js';

/** Short, because health checks have short deadlines themselves. */
const DISK_DEADLINE_MS = 1000;

/** The state of the proxy's disk; undefined while the proxy does not answer. */
export async function queryDisk(link: ProxyLink): Promise<Disk | undefined> {
  if (!link.isUp) return undefined;
  const question = { type: 'disk', agent_id: 'health', game_id: 'all', data: {} } as const;
  const outcome = await link.request(question, DISK_DEADLINE_MS);
  return outcome.ok ? diskSchema.safeParse(outcome.value.data).data : undefined;
}

/** What the health of a gateway depends on. */
export interface GatewayHealthFacts {
  readonly isDraining: boolean;
  readonly isProxyUp: boolean;
  /** Undefined while the proxy does not answer. */
  readonly disk: Disk | undefined;
  /** Whether sessions are written to disk, so that they survive a crash. */
  readonly areSessionsKept: boolean;
  readonly uptimeMs: number;
}

/** The answer of `/health`. */
export function gatewayHealth(facts: GatewayHealthFacts): Health {
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
