import { addressGroup, RateBuckets } from './rate-limiters.js';

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

/** Counts each agent's sockets that are logged in or logging in, up to MAX_CONNECTIONS_PER_AGENT. */
export class ConnectionSlots {
  readonly #limit: number;
  readonly #counts = new Map<string, number>();

  constructor(limit: number) {
    this.#limit = limit;
  }

  isFull(agentId: string): boolean {
    return this.count(agentId) >= this.#limit;
  }

  count(agentId: string): number {
    return this.#counts.get(agentId) ?? 0;
  }

  /** Takes a slot; false when the agent has all it may have. */
  reserve(agentId: string): boolean {
    if (this.isFull(agentId)) return false;
    this.#counts.set(agentId, this.count(agentId) + 1);
    return true;
  }

  release(agentId: string): void {
    const left = this.count(agentId) - 1;
    if (left > 0) this.#counts.set(agentId, left);
    else this.#counts.delete(agentId);
  }
}
