import { addressGroup } from './address-group.js';
import { Buckets } from './buckets.js';

const minute = 60_000;
const maxKeys = 20_000;

/**
 * Slows down those who try tokens: few wrong ones for an agent id from one address, more for the address. An
 * agent with a wrong token in its configuration locks out only itself.
 */
export class LoginLimits {
  readonly #byAgent = new Buckets({ capacity: 10, perPeriod: 10, period: minute }, maxKeys);
  readonly #byAddress = new Buckets({ capacity: 100, perPeriod: 100, period: minute }, maxKeys);

  /** Whole seconds until a login may be tried again; 0 when it may now. */
  retryAfter(address: string, agentId: string, now: number): number {
    const group = addressGroup(address);
    const agent = this.#byAgent.wait(`${group} ${agentId}`, now);
    return Math.ceil(Math.max(agent, this.#byAddress.wait(group, now)) / 1000);
  }

  failed(address: string, agentId: string, now: number): void {
    const group = addressGroup(address);
    this.#byAgent.take(`${group} ${agentId}`, now);
    this.#byAddress.take(group, now);
  }
}
