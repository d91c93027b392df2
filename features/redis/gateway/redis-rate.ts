import { RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { BoundedMap } from '#shared/core/bounded-map.js';
import { type Clock, every } from '#shared/core/clock.js';
import type { SharedRate } from '../../../gateway/limits/shared-limits.js';
import type { RedisStore } from '../store/redis-client.js';

/** A rate that all gateways count together. */
export interface SharedRateOptions {
  /** Names it among all rates in Redis. */
  readonly name: string;
  /** So many in a window of 59 seconds; it may change. */
  readonly max: () => number;
  readonly redis: RedisStore;
  readonly clock: Clock;
}

/** Less than the gateways' minute: a late report does not add to what one gateway has admitted within its own limit. */
const WINDOW_S = 59;
/** Between two reports to Redis: one for each key that did something. */
const REPORT_MS = 100;
const MAX_REFUSED = 20_000;

/**
 * A rate over all gateways. Each gateway decides by its own limits first and tells Redis afterwards what it has admitted;
 * when all together have admitted too much, each refuses until the window is over. No message waits for Redis, and while it
 * is away each gateway has its own limits alone.
 */
export class RedisRate implements SharedRate {
  readonly #limiter: RateLimiterRedis;
  readonly #max: () => number;
  readonly #redis: RedisStore;
  readonly #clock: Clock;
  #unreported = new Map<string, number>();
  /** Until when a key is refused, in milliseconds of the monotonic clock. */
  readonly #refused = new BoundedMap<string, number>(MAX_REFUSED);
  readonly #stop: () => void;

  constructor({ name, max, redis, clock }: SharedRateOptions) {
    this.#redis = redis;
    this.#max = max;
    this.#clock = clock;
    this.#limiter = new RateLimiterRedis({
      storeClient: redis.client,
      rejectIfRedisNotReady: true,
      ...{ keyPrefix: `fcgw:rate:${name}`, points: max(), duration: WINDOW_S },
    });
    this.#stop = every(clock, REPORT_MS, () => this.#report());
  }

  /** Milliseconds until the key may do something again; 0 when it may now. */
  waitMs(key: string): number {
    const until = this.#refused.get(key);
    return until === undefined ? 0 : Math.max(0, until - this.#clock.monotonic());
  }

  count(key: string, cost: number): void {
    this.#unreported.set(key, (this.#unreported.get(key) ?? 0) + cost);
  }

  close(): void {
    this.#stop();
  }

  #report(): void {
    const reports = this.#unreported;
    if (reports.size === 0) return;
    this.#unreported = new Map();
    if (!this.#redis.isUp) return;
    this.#limiter.points = this.#max();
    for (const [key, cost] of reports) void this.#consume(key, cost);
  }

  async #consume(key: string, cost: number): Promise<void> {
    try {
      await this.#limiter.consume(key, cost);
    } catch (refusal) {
      // Anything else is Redis that is away: its own connection tells of it.
      if (refusal instanceof RateLimiterRes)
        this.#refused.set(key, this.#clock.monotonic() + refusal.msBeforeNext);
    }
  }
}
