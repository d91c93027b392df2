import ipaddr from 'ipaddr.js';
import { fail, ok, type Result } from './result.js';

type Address = ReturnType<typeof ipaddr.parse>;

/** One entry of a list of hosts. Without a port it is for all of them. */
type HostRule = { readonly port: number | undefined } & (
  | { readonly kind: 'name'; readonly name: string }
  /** All names below a domain; `suffix` begins with a dot. */
  | { readonly kind: 'names'; readonly suffix: string }
  | { readonly kind: 'range'; readonly first: Address; readonly bits: number }
);

/** Global unicast addresses of IPv6 all begin with 001 (RFC 4291); the rest is not for the Internet. */
const GLOBAL_IPV6 = ipaddr.parseCIDR('2000::/3');

/** Hosts that may be connected to. Names lead to public addresses only; others have to be listed themselves. */
export class HostRules {
  readonly #rules: readonly HostRule[];

  private constructor(rules: readonly HostRule[]) {
    this.#rules = rules;
  }

  /**
   * Reads the entries: `agents.example.org`, `*.example.org`, an address, a range such as `10.1.0.0/16`, each with or
   * without a port; an IPv6 address with a port stands in brackets. The failure names the first invalid entry.
   */
  static parse(entries: readonly string[]): Result<HostRules, string> {
    const rules: HostRule[] = [];
    for (const entry of entries) {
      const rule = parseRule(entry);
      if (rule === undefined) return fail(`"${entry}" is no host, address or range`);
      rules.push(rule);
    }
    return ok(new HostRules(rules));
  }

  /** No host may be connected to. */
  static none(): HostRules {
    return new HostRules([]);
  }

  /** Whether a text is an address of the Internet: no loopback, private, link-local or reserved one. */
  static isPublicAddress(text: string): boolean {
    const address = parseAddress(text);
    return address !== undefined && isPublic(address);
  }

  /** Without an entry no host is allowed. */
  get isEmpty(): boolean {
    return this.#rules.length === 0;
  }

  /** Whether a host is allowed by what it says: a name, or an address without brackets. The address of a name is checked with `allowsAddress`. */
  allowsHost(host: string, port: number): boolean {
    const address = parseAddress(host);
    return address === undefined ? this.#allowsName(host, port) : this.#lists(address, port);
  }

  /** Whether the host may be reached at an address, which its name was resolved to. */
  allowsAddress(host: string, port: number, text: string): boolean {
    const address = parseAddress(text);
    if (address === undefined) return false;
    return this.#lists(address, port) || (isPublic(address) && this.#allowsName(host, port));
  }

  #allowsName(host: string, port: number): boolean {
    return this.#rules.some((rule) => {
      if (rule.port !== undefined && rule.port !== port) return false;
      return (
        (rule.kind === 'name' && rule.name === host) || (rule.kind === 'names' && host.endsWith(rule.suffix))
      );
    });
  }

  #lists(address: Address, port: number): boolean {
    return this.#rules.some((rule) => {
      if (rule.kind !== 'range' || (rule.port !== undefined && rule.port !== port)) return false;
      return rule.first.kind() === address.kind() && address.match(rule.first, rule.bits);
    });
  }
}

/** The address that a text is, an IPv4 address within IPv6 as that; undefined for anything else. */
function parseAddress(text: string): Address | undefined {
  // The library takes IPv4-compatible IPv6 addresses, which are deprecated (RFC 4291), for IPv4.
  if (/^::\d+\./.test(text)) return undefined;
  const isAddress = ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text);
  return isAddress ? ipaddr.process(text) : undefined;
}

function isPublic(address: Address): boolean {
  if (address.range() !== 'unicast') return false;
  return address.kind() === 'ipv4' || address.match(GLOBAL_IPV6);
}

const NAME = /^(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?\.)*[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/;

function parseRule(entry: string): HostRule | undefined {
  const parts = /^(?:\[(?<inner>[^\]]+)\]|(?<outer>[^:[\]]+))(?::(?<digits>\d{1,5}))?$/.exec(entry)?.groups;
  // An IPv6 address or range without a port needs no brackets.
  const { inner, outer, digits } = parts ?? { outer: entry };
  const host = (inner ?? outer ?? '').toLowerCase();
  const port = digits === undefined ? undefined : Number(digits);
  if (port !== undefined && (port < 1 || port > 65_535)) return undefined;
  const range = parseRange(host);
  if (range !== undefined) return { kind: 'range', port, ...range };
  const isBelow = host.startsWith('*.');
  const name = isBelow ? host.slice(2) : host;
  // The last part of a name is not a number: `10.1` and `300.0.0.1` are misspelt addresses.
  if (inner !== undefined || !NAME.test(name) || /(?:^|\.)\d+$/.test(name)) return undefined;
  return isBelow ? { kind: 'names', port, suffix: `.${name}` } : { kind: 'name', port, name };
}

function parseRange(text: string): { readonly first: Address; readonly bits: number } | undefined {
  const [base = '', prefix, ...rest] = text.split('/');
  const first = parseAddress(base);
  if (first === undefined || rest.length > 0) return undefined;
  const max = first.kind() === 'ipv4' ? 32 : 128;
  if (prefix === undefined) return { first, bits: max };
  const bits = /^\d{1,3}$/.test(prefix) ? Number(prefix) : max + 1;
  return bits > max ? undefined : { first, bits };
}
