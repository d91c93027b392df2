import type { Logger } from '#shared/core/log.js';
import type { Clock } from '../clock.js';
import type { AgentLimits } from '../limits/agent-limits.js';
import type { GlobalSendBuffer } from '../limits/global-send-buffer.js';
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
  readonly backlog: GlobalSendBuffer;
  isDraining(): boolean;
}

interface AgentSettings {
  readonly maxMessageBytes: number;
  readonly heartbeatS: number;
  /** Seconds without a sign of life until a socket is closed. */
  readonly silenceLimitS: number;
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
  /** Pushes that wait for a request under way. */
  waitingPushes: 256,
  /** A peer with more unread is behind: its pushes wait, and at last are skipped. */
  unreadForPushes: 64 << 10,
  /** No new request is begun for a peer with so much unread. */
  unreadForRequests: 512 << 10,
  /** A peer with more unread is closed when something is to be sent to it. */
  unread: 4 << 20,
  /** Of all peers together. */
  unreadTogether: 32 << 20,
} as const;
