import { addressGroup } from './address-group.js';

/** How many sockets may be open. */
export interface SocketCaps {
  /** MAX_SOCKETS. */
  readonly total: number;
  /** MAX_SOCKETS_PER_ADDRESS; an IPv6 network counts as one address. */
  readonly perAddress: number;
}

/** Counts the open sockets, in total and by address. */
export class SocketCounts {
  readonly #caps: SocketCaps;
  readonly #byAddress = new Map<string, number>();
  #total = 0;

  constructor(caps: SocketCaps) {
    this.#caps = caps;
  }

  /** The number of open sockets. */
  get total(): number {
    return this.#total;
  }

  /** The cap that one more socket from this address would exceed; undefined when none. */
  exceeded(address: string): 'total' | 'address' | undefined {
    if (this.#total >= this.#caps.total) return 'total';
    return this.#countOf(address) >= this.#caps.perAddress ? 'address' : undefined;
  }

  /** Counts a socket that was opened. */
  opened(address: string): void {
    this.#total++;
    this.#byAddress.set(addressGroup(address), this.#countOf(address) + 1);
  }

  /** Counts a socket that was closed. */
  closed(address: string): void {
    this.#total--;
    const left = this.#countOf(address) - 1;
    if (left > 0) this.#byAddress.set(addressGroup(address), left);
    else this.#byAddress.delete(addressGroup(address));
  }

  #countOf(address: string): number {
    return this.#byAddress.get(addressGroup(address)) ?? 0;
  }
}
