import { type Failure, failure } from '#shared/core/failure.js';
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

/** What showing a token has changed: nothing is open yet, the game is for the first time, more of it is or sooner, or all is as it was. */
export type Admitted = 'closed' | 'open' | 'sooner' | 'unchanged';

/** What one spectator may see, by the tokens it has shown. */
export class SpectatorAdmission {
  readonly #options: AdmissionOptions;
  #channel: Channel | undefined;
  #openedBy: Buffer | undefined;
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
  check(hash: Buffer): Failure | undefined {
    const { access, wrongTokens } = this.#options;
    if (access.knows(hash)) return undefined;
    this.#wrong += 1;
    const wait = wrongTokens.record();
    return wait > 0
      ? failure('E110', 'Too many wrong tokens', { details: { retry_after: wait } })
      : undefined;
  }

  /** Whether tokens have changed so that it may no longer see what it sees. */
  get isRevoked(): boolean {
    const channel = this.#channel;
    if (channel === undefined) return false;
    const { gameId, watched, isUnrestricted } = channel;
    const sight = this.#options.access.sightOf(this.#openedBy, gameId, watched.view);
    if (sight === undefined || sight.delayTurns > watched.delay.turns) return true;
    return isUnrestricted && !sight.isUnrestricted;
  }

  /** Opens what the token, or none, allows. */
  show(hash: Buffer | undefined): Admitted {
    const { access, target } = this.#options;
    const { gameId, watched } = target;
    const sight = access.sightOf(hash, gameId, watched.view);
    const before = this.#channel;
    if (sight === undefined) return before === undefined ? 'closed' : 'unchanged';
    const turns = Math.max(watched.delay.turns, sight.delayTurns);
    const channel: Channel = {
      gameId,
      watched: { ...watched, delay: { ...watched.delay, turns } },
      isUnrestricted: sight.isUnrestricted,
    };
    if (before !== undefined && !showsMore(channel, before)) return 'unchanged';
    this.#channel = channel;
    this.#openedBy = hash;
    return before === undefined ? 'open' : 'sooner';
  }
}

function showsMore(channel: Channel, before: Channel): boolean {
  const isSooner = channel.watched.delay.turns < before.watched.delay.turns;
  return isSooner || (channel.isUnrestricted && !before.isUnrestricted);
}
