import type { TokenBook } from '../auth/token-book.js';
import { hashToken } from '../auth/token-list.js';

/** Who may watch: everybody, or who shows a token that `spectator` may use. */
export class SpectatorAccess {
  readonly #isOpen: boolean;
  readonly #tokens: TokenBook;

  constructor(setting: 'auto' | 'open' | 'token', host: string, tokens: TokenBook) {
    this.#isOpen = setting === 'auto' ? isLoopback(host) : setting === 'open';
    this.#tokens = tokens;
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** Whether an `authorization: Bearer` header is enough to watch. */
  admits(authorization: string | undefined, gameId?: string): boolean {
    if (this.#isOpen) return true;
    const token = /^Bearer (.+)$/.exec(authorization ?? '')?.[1];
    return token !== undefined && this.accepts(token, gameId);
  }

  accepts(token: string, gameId?: string): boolean {
    return this.#tokens.accepts(hashToken(token), 'spectator', gameId);
  }
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(\.\d+){3}$/.test(host);
}
