import { addressGroup } from './address-group.js';

export interface SocketCaps {
  readonly total: number;
  readonly perAddress: number;
}

/** How many sockets are open, in all and by address. */
export class SocketCounts {
  readonly #caps: SocketCaps;
  readonly #byAddress = new Map<string, number>();
  #total = 0;

  constructor(caps: SocketCaps) {
    this.#caps = caps;
  }

  get total(): number {
    return this.#total;
  }

  /** Which cap one more socket from there would exceed. */
  exceeded(address: string): 'total' | 'address' | undefined {
    if (this.#total >= this.#caps.total) return 'total';
    return this.#of(address) >= this.#caps.perAddress ? 'address' : undefined;
  }

  opened(address: string): void {
    this.#total++;
    this.#byAddress.set(addressGroup(address), this.#of(address) + 1);
  }

  closed(address: string): void {
    this.#total--;
    const left = this.#of(address) - 1;
    if (left > 0) this.#byAddress.set(addressGroup(address), left);
    else this.#byAddress.delete(addressGroup(address));
  }

  #of(address: string): number {
    return this.#byAddress.get(addressGroup(address)) ?? 0;
  }
}
