import type { MeteredCall } from './call-log.js';
import { PlayerAccount } from './player-account.js';

/** A player that an operator has named. */
export interface NamedPlayer {
  readonly name: string;
  /** What follows its name in its address, as `NAME:KEY`: who does not know it cannot use its budget. Undefined without one. */
  readonly key: string | undefined;
}

/** What names of players are made of. */
export const PLAYER_NAME = /^[A-Za-z0-9._@-]{1,200}$/;

/** The players of a meter, with what they have used. */
export class PlayerAccounts {
  readonly #players: readonly NamedPlayer[] | undefined;
  readonly #budget: number | undefined;
  readonly #accounts = new Map<string, PlayerAccount>();

  /** Without `players` each name is one. `earlier` calls count. */
  constructor(
    players: readonly NamedPlayer[] | undefined,
    budget: number | undefined,
    earlier: readonly MeteredCall[],
  ) {
    this.#players = players;
    this.#budget = budget;
    for (const call of earlier) this.#account(call.player).count(call);
  }

  /** The account of the first segment of an address, `NAME` or `NAME:KEY`; undefined when no player has it. */
  at(segment: string): PlayerAccount | undefined {
    const named = this.#players?.find(({ name, key }) => segment === segmentOf(name, key));
    if (named !== undefined) return this.#account(named.name);
    return this.#players === undefined && PLAYER_NAME.test(segment) ? this.#account(segment) : undefined;
  }

  #account(name: string): PlayerAccount {
    const known = this.#accounts.get(name) ?? new PlayerAccount(name, this.#budget);
    this.#accounts.set(name, known);
    return known;
  }
}

/** The first segment of a player's address. */
export function segmentOf(name: string, key: string | undefined): string {
  return key === undefined ? name : `${name}:${key}`;
}
