import type { Logger } from '#shared/log.js';
import type { Clock } from '../clock.js';
import type { AgentLimits } from '../limits/agent-limits.js';
import type { SocketCaps } from '../limits/socket-counts.js';
import type { Metrics } from '../metrics.js';
import type { Relay } from '../relay.js';
import type { Timing } from '../timing.js';
import type { UnderWay } from '../under-way.js';
import type { LoginOptions } from './login.js';

/** What every agent socket works with. */
export interface AgentServices extends LoginOptions {
  readonly clock: Clock;
  readonly timing: Timing;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly relay: Relay;
  readonly underWay: UnderWay;
  readonly settings: AgentSettings;
  readonly limits: AgentLimits;
  isDraining(): boolean;
}

interface AgentSettings {
  readonly maxMessageBytes: number;
  readonly heartbeatS: number;
  readonly sessionTimeoutS: number;
  readonly maxConnectionsPerAgent: number;
  readonly resumeByAddress: boolean;
  readonly socketCaps: SocketCaps;
  /** Known once the port is. */
  allowedOrigins(): ReadonlySet<string>;
}

/** Bounds that nobody needs to configure. */
export const agentBounds = {
  /** More than the largest batch needs, and read within a few milliseconds whatever it holds. */
  messageShape: { depth: 16, values: 4096, bare: 256 << 10 },
  bytesBeforeLogin: 4096,
  messagesBeforeLogin: 32,
  /** Messages kept while a login is under way. */
  messagesDuringLogin: 16,
  requestsUnderWay: 64,
  heldPushes: 256,
  /** No new request is begun for a peer with so much unread. */
  bufferedBytesForRequests: 1 << 20,
  bufferedBytes: 8 << 20,
} as const;
