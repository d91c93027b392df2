import { type Failure, failure } from '#shared/failure.js';
import type { Channel } from './channel.js';
import type { SpectatorAccess } from './spectator-access.js';
import type { SpectatorTarget } from './spectator-path.js';

/** How often somebody has shown a token nobody has. */
export interface TokenTries {
  /** Seconds until another one is looked at; 0 when it is now. */
  wait(): number;
  failed(): void;
}

export interface AdmissionOptions {
  readonly target: SpectatorTarget;
  readonly access: SpectatorAccess;
  readonly tries: TokenTries;
}

/** What showing a token has changed: nothing is open yet, the game is for the first time, it is sooner, or all is as it was. */
export type Admitted = 'closed' | 'open' | 'sooner' | 'unchanged';

/** What one spectator may see, by the tokens it has shown. */
export class SpectatorAdmission {
  readonly #options: AdmissionOptions;
  #channel: Channel | undefined;

  constructor(options: AdmissionOptions) {
    this.#options = options;
  }

  /** What it may see; nothing before it has shown what it needs for that. */
  get channel(): Channel | undefined {
    return this.#channel;
  }

  /** Why no token is looked at now: too many wrong ones came from there. */
  get refusal(): Failure | undefined {
    const wait = this.#options.tries.wait();
    return wait > 0
      ? failure('E110', 'Too many wrong tokens', { details: { retry_after: wait } })
      : undefined;
  }

  /** Opens what the token, or none, allows. */
  show(token: string | undefined): Admitted {
    const { access, tries, target } = this.#options;
    if (token !== undefined && !access.knows(token)) tries.failed();
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
