import type { UpgradeRefusal } from '../transport/transport.js';
import { addressGroup } from './rate-limiters.js';

/** Whether a browser page of this origin may open sockets. Other programs send no origin. */
export function isOriginAllowed(origin: string | undefined, allowed: ReadonlySet<string>): boolean {
  return origin === undefined || allowed.has(origin);
}

/** The configured origins and those of the gateway's own pages on this machine. The Host header is not used: it can be forged. */
export function allowedOrigins(
  configured: readonly string[],
  port: number,
  scheme: 'http' | 'https' = 'http',
): ReadonlySet<string> {
  const own = ['localhost', '127.0.0.1', '[::1]'].map((host) => `${scheme}://${host}:${port}`);
  return new Set([...configured, ...own]);
}

/** How many sockets may be open. */
export interface SocketCaps {
  readonly total: number;
  /** MAX_SOCKETS_PER_ADDRESS; an IPv6 network counts as one address. */
  readonly perAddress: number;
}

/** Counts the open sockets, in total and by address. */
export class SocketCounts {
  readonly #caps: () => SocketCaps;
  readonly #byAddress = new Map<string, number>();
  #total = 0;

  constructor(caps: () => SocketCaps) {
    this.#caps = caps;
  }

  get total(): number {
    return this.#total;
  }

  /** The cap that one more socket from this address would exceed; undefined when none. */
  exceeded(address: string): 'total' | 'address' | undefined {
    const { total, perAddress } = this.#caps();
    if (this.#total >= total) return 'total';
    return this.#countOf(address) >= perAddress ? 'address' : undefined;
  }

  opened(address: string): void {
    this.#total++;
    this.#byAddress.set(addressGroup(address), this.#countOf(address) + 1);
  }

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

/** A socket that a registry closes. */
export interface RegisteredSocket {
  /** Closes the socket if its token is no longer in force. */
  closeIfRevoked(): void;
  close(code: number, reason: string): void;
}

/** What the upgrade request of a socket says about its sender. */
export interface SocketSource {
  readonly remoteAddress: string;
  readonly origin: string | undefined;
}

/** The refusal of a socket over a cap, and the cap's name in metrics. */
interface CapRefusal {
  readonly limit: string;
  readonly refusal: UpgradeRefusal;
}

/** What a registry is made with. */
export interface SocketRegistryOptions {
  readonly caps: () => SocketCaps;
  readonly overTotal: CapRefusal;
  readonly overAddress: CapRefusal;
  /** The origins of pages that may connect; known once the port is. */
  allowedOrigins(): ReadonlySet<string>;
  isDraining(): boolean;
  /** Called with the number of open sockets when it has changed. */
  onCount(open: number): void;
  /** Called with the name of the limit for each refused upgrade. */
  onLimit(limit: string): void;
}

/** The open sockets of one kind: refuses those over the limits, and closes all of them or those with revoked tokens. */
export class SocketRegistry<Socket extends RegisteredSocket> {
  readonly #options: SocketRegistryOptions;
  readonly #counts: SocketCounts;
  readonly #sockets = new Set<Socket>();
  #onEmpty: (() => void)[] = [];

  constructor(options: SocketRegistryOptions) {
    this.#options = options;
    this.#counts = new SocketCounts(options.caps);
  }

  get sockets(): Iterable<Socket> {
    return this.#sockets;
  }

  get size(): number {
    return this.#sockets.size;
  }

  /** Why an upgrade request is refused; undefined when it is not. */
  refusal({ remoteAddress, origin }: SocketSource): UpgradeRefusal | undefined {
    const { isDraining, allowedOrigins, onLimit, overTotal, overAddress } = this.#options;
    if (isDraining()) return { status: 503, message: 'The gateway is restarting' };
    if (!isOriginAllowed(origin, allowedOrigins())) {
      onLimit('origin');
      return { status: 403, message: 'Pages of this origin may not connect: see ALLOWED_ORIGINS' };
    }
    const exceeded = this.#counts.exceeded(remoteAddress);
    if (exceeded === undefined) return undefined;
    const { limit, refusal } = exceeded === 'total' ? overTotal : overAddress;
    onLimit(limit);
    return refusal;
  }

  add(socket: Socket, remoteAddress: string): void {
    this.#sockets.add(socket);
    this.#counts.opened(remoteAddress);
    this.#options.onCount(this.#sockets.size);
  }

  remove(socket: Socket, remoteAddress: string): void {
    this.#sockets.delete(socket);
    this.#counts.closed(remoteAddress);
    this.#options.onCount(this.#sockets.size);
    if (this.#sockets.size === 0) for (const resolve of this.#onEmpty.splice(0)) resolve();
  }

  /** Closes the sockets whose tokens are no longer in force. */
  closeRevoked(): void {
    for (const socket of [...this.#sockets]) socket.closeIfRevoked();
  }

  /** Closes all sockets; resolves when all are closed. The transport cuts those whose peers do not answer. */
  async closeAll(code: number, reason: string): Promise<void> {
    if (this.#sockets.size === 0) return;
    const emptied = new Promise<void>((resolve) => this.#onEmpty.push(resolve));
    for (const socket of [...this.#sockets]) socket.close(code, reason);
    await emptied;
  }
}
