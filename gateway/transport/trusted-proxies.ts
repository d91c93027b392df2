import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { fail, ok, type Result } from '#shared/core/result.js';

/** The reverse proxies and load balancers before the gateway whose `X-Forwarded-For` is believed (TRUSTED_PROXIES). */
export class TrustedProxies {
  readonly #networks: readonly Network[];

  private constructor(networks: readonly Network[]) {
    this.#networks = networks;
  }

  /** From addresses and networks such as `10.0.0.0/8` and `fd00::/8`; fails with the entry that is neither. */
  static parse(entries: readonly string[]): Result<TrustedProxies, string> {
    const networks: Network[] = [];
    for (const entry of entries) {
      const network = parseNetwork(entry);
      if (network === undefined)
        return fail(`${entry} is neither an address nor a network such as 10.0.0.0/8`);
      networks.push(network);
    }
    return ok(new TrustedProxies(networks));
  }

  /** Whether an address is that of one of them. What is no address is not. */
  has(address: string): boolean {
    if (this.#networks.length === 0 || isIP(address) === 0) return false;
    // An IPv4 peer of a socket that listens on IPv6 is written as ::ffff:10.0.0.1.
    const parsed = ipaddr.process(address);
    return this.#networks.some(([of, bits]) => parsed.kind() === of.kind() && parsed.match(of, bits));
  }

  /**
   * The address of a client: that of the TCP peer, or where the peer is trusted the last one in `forwardedFor` that is not.
   * Each trusted proxy adds the address of its own peer, so what a client writes itself stands before that. What is no
   * address is not believed: the address after it counts.
   */
  clientAddress(peer: string, forwardedFor: string | readonly string[] | undefined): string {
    const hops = String(forwardedFor ?? '')
      .split(',')
      .map((hop) => hop.trim());
    let address = peer;
    while (this.has(address)) {
      const hop = hops.pop();
      if (hop === undefined || isIP(hop) === 0) return address;
      address = hop;
    }
    return address;
  }
}

/** An address, and how many of its first bits are those of the network. */
type Network = readonly [ipaddr.IPv4 | ipaddr.IPv6, number];

function parseNetwork(entry: string): Network | undefined {
  const [first = '', bits] = entry.split('/');
  // ipaddr.js also takes 10.0 and hexadecimal numbers.
  if (isIP(first) === 0) return undefined;
  if (bits !== undefined) return ipaddr.isValidCIDR(entry) ? ipaddr.parseCIDR(entry) : undefined;
  const address = ipaddr.process(entry);
  return [address, address.kind() === 'ipv4' ? 32 : 128];
}
