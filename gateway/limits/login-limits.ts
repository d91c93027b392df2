import { addressGroup } from './address-group.js';
import { Buckets } from './buckets.js';

const minute = 60_000;
const maxKeys = 20_000;

/**
 * Counts wrong tokens: few for an agent id from one address, more for the address. A right token is never asked for here,
 * so nobody can keep it out by trying wrong ones from the same address.
 */
export class LoginLimits {
  readonly #byAgent = new Buckets({ capacity: 10, perPeriod: 10, period: minute }, maxKeys);
  readonly #byAddress = new Buckets({ capacity: 100, perPeriod: 100, period: minute }, maxKeys);

  /** Whole seconds until a wrong token from there is within the limits again; 0 when it is now. */
  retryAfter(address: string, agentId: string, now: number): number {
    const group = addressGroup(address);
    const agent = this.#byAgent.wait(`${group} ${agentId}`, now);
    return Math.ceil(Math.max(agent, this.#byAddress.wait(group, now)) / 1000);
  }

  /** Counts a wrong token. 0 when it was within the limits, else whole seconds until the next would be. */
  recordFailure(address: string, agentId: string, now: number): number {
    const wait = this.retryAfter(address, agentId, now);
    if (wait > 0) return wait;
    const group = addressGroup(address);
    this.#byAgent.take(`${group} ${agentId}`, now);
    this.#byAddress.take(group, now);
    return 0;
  }
}
