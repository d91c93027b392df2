import type { Config } from '#shared/core/config.js';

/** A live peer answers each ping: after so many heartbeats of silence its socket is closed. */
const MAX_MISSED_HEARTBEATS = 2;

/** When sockets are pinged and when they are closed, in seconds. */
export interface HeartbeatIntervals {
  readonly heartbeatS: number;
  readonly silenceLimitS: number;
}

/** The intervals of heartbeats. A shorter SESSION_TIMEOUT_S makes them faster, so that every peer is pinged before it is closed. */
export function heartbeatIntervals({ SESSION_TIMEOUT_S, HEARTBEAT_S }: Config): HeartbeatIntervals {
  const silenceLimitS = Math.min(SESSION_TIMEOUT_S, MAX_MISSED_HEARTBEATS * HEARTBEAT_S);
  return { heartbeatS: silenceLimitS / MAX_MISSED_HEARTBEATS, silenceLimitS };
}
