import type { Clock } from '#shared/core/clock.js';
import type { Config } from '#shared/core/config.js';
import type { CurrentConfig } from '#shared/core/current-config.js';
import type { Logger } from '#shared/core/log.js';
import type { Tracing } from '#shared/core/tracing.js';
import type { Metrics } from './metrics.js';
import type { Timeouts } from './timeouts.js';

/** What most services of a gateway need. */
export interface GatewayContext {
  /** The settings at the start. */
  readonly config: Config;
  /** Those that may change. */
  readonly current: CurrentConfig;
  readonly clock: Clock;
  readonly timeouts: Timeouts;
  readonly log: Logger;
  readonly metrics: Metrics;
  /** Undefined where no traces are wanted. */
  readonly tracing?: Tracing | undefined;
}
