import { addressGroup } from './address-group.js';
import { RateBuckets } from './rate-buckets.js';

const MINUTE_MS = 60_000;
/** The number of agents with addresses, and of addresses, that are counted at a time. */
const MAX_KEYS = 20_000;

/**
 * Limits wrong tokens: 10 a minute for an agent id from one address, 100 a minute for the address. Valid tokens are not
 * checked here, so nobody can lock an agent out by trying wrong tokens from the same address.
 */
export class LoginLimits {
  readonly #byAgent = new RateBuckets({ capacity: 10, perPeriod: 10, periodMs: MINUTE_MS }, MAX_KEYS);
  readonly #byAddress = new RateBuckets({ capacity: 100, perPeriod: 100, periodMs: MINUTE_MS }, MAX_KEYS);

  /** Whole seconds until another wrong token is within the limits; 0 when it is now. */
  retryAfter(address: string, agentId: string, now: number): number {
    const group = addressGroup(address);
    const agent = this.#byAgent.waitMs(`${group} ${agentId}`, now);
    return Math.ceil(Math.max(agent, this.#byAddress.waitMs(group, now)) / 1000);
  }

  /** Counts a wrong token. Returns 0 when it is within the limits, else whole seconds until the next one is. */
  recordFailure(address: string, agentId: string, now: number): number {
    const wait = this.retryAfter(address, agentId, now);
    if (wait > 0) return wait;
    const group = addressGroup(address);
    this.#byAgent.debit(`${group} ${agentId}`, now);
    this.#byAddress.debit(group, now);
    return 0;
  }
}
