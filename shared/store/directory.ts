import { ok, type Result } from '../core/result.js';

/** A proxy that is alive. */
export interface ProxyEntry {
  readonly id: string;
  /** Where gateways reach it: `ws://host:port/llmsocket/8002`. */
  readonly url: string;
  readonly games: number;
  /** As many as it takes. */
  readonly maxGames: number;
  /** It moves its games to others and takes no new ones. */
  readonly isDraining: boolean;
}

/** Which proxy owns a game. */
export interface Ownership {
  readonly gameId: string;
  readonly proxyId: string;
  readonly url: string;
  /** Grows by one with each change of owner: what was done under a lower one counts only if it came before the change. */
  readonly fence: number;
}

/** Says which proxies there are and which of them owns which game. What a gateway sees of it. */
export interface Directory {
  proxies(): Promise<Result<readonly ProxyEntry[], 'unreachable'>>;
  /** Undefined for a game that no live proxy owns. */
  owner(gameId: string): Promise<Result<Ownership | undefined, 'unreachable'>>;
  /** Calls back with a game whose owner may have changed; a hint, which may be lost. Returns what ends it. */
  onChange(listener: (gameId: string) => void): () => void;
  /** Releases timers, sockets and leases. */
  close(): Promise<void>;
}

/** Why a game cannot be claimed: another proxy owns it, or cannot yet be told from one that does. */
export interface HeldBy {
  readonly kind: 'held';
  /** Undefined while its owner does not answer. */
  readonly owner: Ownership | undefined;
}

/** The right to write to a game and to answer for it. It is renewed in the background until it is released or lost. */
export interface Lease {
  readonly gameId: string;
  readonly fence: number;
  /**
   * False once another proxy may own the game, by the monotonic clock and with a margin; so also right after a process was
   * stopped and continued. It becomes true again when the lease could be renewed after all.
   */
  readonly isValid: boolean;
}

/** The directory as a proxy uses it. */
export interface OwnDirectory extends Directory {
  /** What was told last of this proxy; undefined before the first time. */
  readonly announced: ProxyEntry | undefined;
  /** Tells others of this proxy; to be repeated about every second. */
  announce(entry: ProxyEntry): Promise<Result<void, 'unreachable'>>;
  /** Takes a game without an owner, with a fence above `above`; the same lease again while this proxy has it. */
  claim(gameId: string, above?: number): Promise<Result<Lease, HeldBy | 'unreachable'>>;
  /** Those of the games that live proxies own. */
  owned(gameIds: readonly string[]): Promise<Result<ReadonlySet<string>, 'unreachable'>>;
  /** Gives a game back: the next claim of any proxy succeeds. */
  release(lease: Lease): Promise<void>;
  /** Calls back when another proxy owns a game that this one had. Returns what ends it. */
  onLost(listener: (lease: Lease) => void): () => void;
}

/** A fixed list of proxies, without a store: who owns a game is known to the proxies alone, which answer with `moved_to`. */
export class StaticDirectory implements Directory {
  readonly #entries: readonly ProxyEntry[];

  /** The URLs of the proxies; each is also the id of its proxy. */
  constructor(urls: readonly string[]) {
    this.#entries = urls.map((url) => ({
      id: url,
      url,
      games: 0,
      isDraining: false,
      maxGames: Number.POSITIVE_INFINITY,
    }));
  }

  async proxies(): Promise<Result<readonly ProxyEntry[], 'unreachable'>> {
    return ok(this.#entries);
  }

  async owner(_gameId: string): Promise<Result<Ownership | undefined, 'unreachable'>> {
    return ok(undefined);
  }

  onChange(_listener: (gameId: string) => void): () => void {
    return () => undefined;
  }

  async close(): Promise<void> {
    // It holds nothing.
  }
}
