import { createLogger } from '#shared/core/log.js';
import { createMetrics } from '../../gateway/core/metrics.js';
import { DEFAULT_TIMEOUTS } from '../../gateway/core/timeouts.js';
import { ProxyLink } from '../../gateway/link/proxy-link.js';
import { RemoteSeat } from '../../gateway/link/remote-seat.js';
import type { SessionRecorder } from '../../gateway/session/persistence/session-store.js';
import { DEFAULT_SESSION_BUFFERS } from '../../gateway/session/session-buffer-limits.js';
import { SessionTable } from '../../gateway/session/session-table.js';
import type { ManualClock } from './manual-clock.js';

export const HOUR_MS = 3_600_000;

/** Sessions that expire after an hour, without a proxy; what is recorded of them and of presence is listed. */
export function sessionTable(clock: ManualClock) {
  const recorded: string[] = [];
  const presence: string[] = [];
  const metrics = createMetrics();
  const timeouts = DEFAULT_TIMEOUTS;
  const link = new ProxyLink({
    ...{ clock, timeouts, log: createLogger('test', 'error'), metrics, random: () => 0 },
    ...{ url: 'ws://127.0.0.1:1', secret: () => 'unused' },
  });
  const store: SessionRecorder = {
    recordLogin: () => {},
    recordPush: (_session, { seq }) => recorded.push(`push ${seq}`),
    flush: () => recorded.push('flush'),
    recordRequest: (_session, { id }) => recorded.push(`request ${id}`),
    recordAnswer: (_session, id, answer) => recorded.push(`answer ${id} ${answer}`),
    recordEnd: ({ id }) => recorded.push(`end ${id}`),
  };
  const sessions = new SessionTable({
    context: { bounds: DEFAULT_SESSION_BUFFERS, store, clock },
    onAttachment: () => {},
    onPresence: (_seat, now) => presence.push(now),
    expiresAfter: HOUR_MS,
    maxIdlePerSeat: 4,
    makeSeat: (agentId, gameId) =>
      new RemoteSeat({ agentId, gameId, link, clock, timeouts, onRejoined: () => {} }),
    metrics,
  });
  return { sessions, recorded, presence, link, metrics };
}
