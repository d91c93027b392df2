import type { Failure } from '#shared/core/failure.js';
import { revocationUnknown } from '../../gateway/auth/bearer.js';
import { tooManyWatchTokens } from '../../gateway/limits/rate-limit-errors.js';
import type { SpectatorAccess } from '../access/spectator-access.js';
import type { SpectatorChannel, SpectatorTarget } from './spectator-target.js';

/** Counts wrong tokens from one address. */
export interface WrongTokenCounter {
  /** Counts one. Returns 0 when it is within the limits, else whole seconds until the next one is. */
  record(): number;
}

/** A socket with this many wrong tokens is guessing. */
const MAX_WRONG_TOKENS = 3;

/** What a SpectatorAdmission is made with. */
export interface AdmissionOptions {
  readonly target: SpectatorTarget;
  readonly access: SpectatorAccess;
  readonly wrongTokens: WrongTokenCounter;
}

/** What a token has changed. `closed`: nothing is seen yet; `opened`: now it is; `extended`: more of it, or sooner. */
export type GrantChange = 'closed' | 'opened' | 'extended' | 'unchanged';

/** What one spectator may see with the tokens it has sent. */
export class SpectatorAdmission {
  readonly #options: AdmissionOptions;
  #channel: SpectatorChannel | undefined;
  #grantedBy: Buffer | undefined;
  #wrong = 0;

  constructor(options: AdmissionOptions) {
    this.#options = options;
  }

  /** The channel that the spectator may see; undefined while it lacks a token for it. */
  get channel(): SpectatorChannel | undefined {
    return this.#channel;
  }

  /** Whether this socket must be closed, because it has sent too many wrong tokens. */
  get isGuessing(): boolean {
    return this.#wrong >= MAX_WRONG_TOKENS;
  }

  /** Counts a token that is not in force; E110 when too many of those came from this address, E112 while that is unknown. */
  countIfWrong(hash: Buffer): Failure | undefined {
    const { access, wrongTokens } = this.#options;
    if (access.isKnown(hash)) return undefined;
    if (access.isPending(hash)) return revocationUnknown();
    this.#wrong += 1;
    const wait = wrongTokens.record();
    return wait > 0 ? tooManyWatchTokens(wait) : undefined;
  }

  /** Whether the tokens have changed so that the spectator may no longer see its channel. */
  get isRevoked(): boolean {
    const channel = this.#channel;
    if (channel === undefined) return false;
    const { gameId, watched, isUnrestricted, isPublic } = channel;
    const granted = this.#options.access.grantFor(this.#grantedBy, gameId, watched.view);
    if (granted === undefined || granted.delayTurns > watched.delay.turns) return true;
    return (isUnrestricted && !granted.isUnrestricted) || (!isPublic && granted.isPublic);
  }

  /** Grants what the token of this hash allows, or what is allowed without a token. */
  grant(hash: Buffer | undefined): GrantChange {
    const { access, target } = this.#options;
    const { gameId, watched } = target;
    const granted = access.grantFor(hash, gameId, watched.view);
    const before = this.#channel;
    if (granted === undefined) return before === undefined ? 'closed' : 'unchanged';
    const turns = Math.max(watched.delay.turns, granted.delayTurns);
    const channel: SpectatorChannel = {
      gameId,
      watched: { ...watched, delay: { ...watched.delay, turns } },
      isUnrestricted: granted.isUnrestricted,
      isPublic: granted.isPublic,
    };
    if (before !== undefined && !showsMore(channel, before)) return 'unchanged';
    this.#channel = channel;
    this.#grantedBy = hash;
    return before === undefined ? 'opened' : 'extended';
  }
}

function showsMore(channel: SpectatorChannel, before: SpectatorChannel): boolean {
  const isSooner = channel.watched.delay.turns < before.watched.delay.turns;
  const isWider = channel.isUnrestricted && !before.isUnrestricted;
  return isSooner || isWider || (before.isPublic && !channel.isPublic);
}
