import { isIP } from 'node:net';
import { hostname } from 'node:os';

/** Whether a host name or address, without brackets, is this machine's loopback. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(\.\d+){3}$/.test(host);
}

/** The host names under which a listening server answers. */
export interface OwnHostNames {
  readonly listensOn: string;
  /** Further names, as people or proxies before it write them; `*` is any. */
  readonly allowed: readonly string[];
}

/** What a request that names another host is told. */
export const WRONG_HOST =
  'This server does not answer to that host name. Its operator can add the name to ALLOWED_HOSTS';

/**
 * Whether a request with that Host header may be answered. A browser page of a domain that resolves to this machine (DNS
 * rebinding) is of our own origin for the browser, yet its Host is that domain. Always good: loopback names, the
 * host it listens on, those allowed; beyond loopback addresses and this machine's name, too. A request without the
 * header comes from no browser.
 */
export function isHostAllowed(header: string | undefined, { listensOn, allowed }: OwnHostNames): boolean {
  if (header === undefined || header === '') return true;
  const host = hostIn(header);
  const names = [listensOn, ...allowed].map((name) => name.toLowerCase());
  if (isLoopback(host) || names.includes(host) || names.includes('*')) return true;
  if (isLoopback(listensOn)) return false;
  return isIP(host) !== 0 || host === hostname().toLowerCase();
}

/** The name or address of a Host header, in small letters, without port, brackets and the dot of a full name. */
function hostIn(header: string): string {
  const bracketed = /^\[([^\]]*)\](?::\d*)?$/.exec(header)?.[1];
  const host = bracketed ?? header.replace(/:\d*$/, '');
  return host.toLowerCase().replace(/\.$/, '');
}

/** The address for HTTP of a gateway that is named by the address of its sockets, `ws://HOST:PORT` or already `http://HOST:PORT`; without a slash at its end. */
export function httpAddress(gateway: string): string {
  return gateway.replace(/^ws/, 'http').replace(/\/$/, '');
}
