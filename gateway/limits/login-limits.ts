import { addressGroup, RateBuckets } from './rate-limiters.js';
import type { SharedRate } from './shared-limits.js';

const MINUTE_MS = 60_000;
/** The number of agents with addresses, and of addresses, that are counted at a time. */
const MAX_KEYS = 20_000;

/** Wrong tokens that all gateways count together, by agent with address and by address. */
export interface SharedLoginRates {
  readonly byAgent: SharedRate;
  readonly byAddress: SharedRate;
}

/** Limits wrong tokens: 10 a minute for an agent and address, 100 for the address. Valid tokens are not checked here. */
export class LoginLimits {
  readonly #byAgent = new RateBuckets({ capacity: 10, perPeriod: 10, periodMs: MINUTE_MS }, MAX_KEYS);
  readonly #byAddress = new RateBuckets({ capacity: 100, perPeriod: 100, periodMs: MINUTE_MS }, MAX_KEYS);

  readonly #shared: SharedLoginRates | undefined;

  /** `shared`: where there are several gateways. */
  constructor(shared?: SharedLoginRates) {
    this.#shared = shared;
  }

  /** Whole seconds until another wrong token is within the limits; 0 when it is now. */
  retryAfter(address: string, agentId: string, now: number): number {
    const group = addressGroup(address);
    const key = `${group} ${agentId}`;
    const local = Math.max(this.#byAgent.waitMs(key, now), this.#byAddress.waitMs(group, now));
    const { byAgent, byAddress } = this.#shared ?? {};
    const shared = Math.max(byAgent?.waitMs(key) ?? 0, byAddress?.waitMs(group) ?? 0);
    return Math.ceil(Math.max(local, shared) / 1000);
  }

  /** Counts a wrong token. Returns 0 when it is within the limits, else whole seconds until the next one is. */
  recordFailure(address: string, agentId: string, now: number): number {
    const wait = this.retryAfter(address, agentId, now);
    if (wait > 0) return wait;
    const group = addressGroup(address);
    this.#byAgent.debit(`${group} ${agentId}`, now);
    this.#byAddress.debit(group, now);
    this.#shared?.byAgent.count(`${group} ${agentId}`, 1);
    this.#shared?.byAddress.count(group, 1);
    return 0;
  }
}

/** Counts each agent's sockets that are logged in or logging in, up to MAX_CONNECTIONS_PER_AGENT. */
export class ConnectionSlots {
  readonly #limit: () => number;
  readonly #counts = new Map<string, number>();

  constructor(limit: () => number) {
    this.#limit = limit;
  }

  isFull(agentId: string): boolean {
    return this.count(agentId) >= this.#limit();
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
