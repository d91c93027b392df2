import type { Logger } from '#shared/log.js';
import type { Clock } from '../clock.js';
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
  isDraining(): boolean;
}

interface AgentSettings {
  readonly maxMessageBytes: number;
  readonly heartbeatS: number;
  readonly sessionTimeoutS: number;
  readonly maxConnectionsPerAgent: number;
  readonly resumeByAddress: boolean;
}

/** Bounds that nobody needs to configure. */
export const agentBounds = {
  messageDepth: 16,
  bytesBeforeLogin: 4096,
  messagesBeforeLogin: 32,
  /** Messages kept while a login is under way. */
  messagesDuringLogin: 16,
  requestsUnderWay: 64,
  heldPushes: 256,
  bufferedBytes: 16 << 20,
} as const;
