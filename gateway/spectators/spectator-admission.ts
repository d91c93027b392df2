import { type Failure, failure } from '#shared/failure.js';
import type { Channel } from './channel.js';
import type { SpectatorAccess } from './spectator-access.js';
import type { SpectatorTarget } from './spectator-path.js';

/** Counts wrong tokens from an address. */
export interface WrongTokens {
  /** Counts one. 0 when it was within the limits, else whole seconds until the next would be. */
  record(): number;
}

/** A socket that has shown so many wrong tokens guesses. */
const MAX_WRONG_TOKENS = 3;

export interface AdmissionOptions {
  readonly target: SpectatorTarget;
  readonly access: SpectatorAccess;
  readonly wrongTokens: WrongTokens;
}

/** What showing a token has changed: nothing is open yet, the game is for the first time, it is sooner, or all is as it was. */
export type Admitted = 'closed' | 'open' | 'sooner' | 'unchanged';

/** What one spectator may see, by the tokens it has shown. */
export class SpectatorAdmission {
  readonly #options: AdmissionOptions;
  #channel: Channel | undefined;
  #wrong = 0;

  constructor(options: AdmissionOptions) {
    this.#options = options;
  }

  /** What it may see; nothing before it has shown what it needs for that. */
  get channel(): Channel | undefined {
    return this.#channel;
  }

  /** Whether this socket has shown so many wrong tokens that it must be closed. */
  get isGuessing(): boolean {
    return this.#wrong >= MAX_WRONG_TOKENS;
  }

  /** Counts the token when nobody has it; E110 when too many of those came from there. */
  check(token: string): Failure | undefined {
    const { access, wrongTokens } = this.#options;
    if (access.knows(token)) return undefined;
    this.#wrong += 1;
    const wait = wrongTokens.record();
    return wait > 0
      ? failure('E110', 'Too many wrong tokens', { details: { retry_after: wait } })
      : undefined;
  }

  /** Opens what the token, or none, allows. */
  show(token: string | undefined): Admitted {
    const { access, target } = this.#options;
    const { gameId, watched } = target;
    const least = access.delayOf(token, gameId, watched.view);
    const before = this.#channel?.watched.delay.turns;
    if (least === undefined) return before === undefined ? 'closed' : 'unchanged';
    const turns = Math.max(watched.delay.turns, least);
    if (before !== undefined && before <= turns) return 'unchanged';
    this.#channel = { gameId, watched: { ...watched, delay: { ...watched.delay, turns } } };
    return before === undefined ? 'open' : 'sooner';
  }
}
