import { ok, type Result } from '../core/result.js';
import type { Directory, Ownership, ProxyEntry } from './directory.js';

/** A fixed list of proxies, without a store: who owns a game is known to the proxies alone, which answer with `moved_to`. */
export class StaticDirectory implements Directory {
  readonly #entries: readonly ProxyEntry[];

  /** The URLs of the proxies; each is also the id of its proxy. */
  constructor(urls: readonly string[]) {
    this.#entries = urls.map((url) => ({
      ...{ id: url, url, games: 0, isDraining: false },
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
