import type { Pact, TreatyFate, TreatyRecord } from '#shared/protocol/diplomacy.js';

/** A treaty while the ledger is made. */
export type OpenRecord = { -readonly [K in keyof TreatyRecord]: TreatyRecord[K] };

/** The agreement of a pair of players, and the states in which it holds; the closest last. */
const pactStates: readonly (readonly [Pact, readonly string[]])[] = [
  ['ceasefire', ['ceasefire']],
  ['peace', ['armistice', 'peace']],
  ['alliance', ['alliance']],
];

/** The pact that holds in a state; undefined for war and no contact. */
export function pactOf(relation: string): Pact | undefined {
  return pactStates.find(([, states]) => states.includes(relation))?.[0];
}

/** How close a state is: 0 for war. */
function closeness(relation: string): number {
  return pactStates.findIndex(([, states]) => states.includes(relation)) + 1;
}

/** A change of the relation of two players. */
export interface RelationChange {
  readonly turn: number;
  readonly was: string;
  readonly now: string;
  /** The players that had a reason to cancel. */
  readonly wronged: readonly number[];
  /** Whether a cease-fire had turns left; undefined where that is not known. */
  readonly hadTime?: boolean;
}

/** The relation of two players over a game, and the pact that is in force between them. */
export class PactHistory {
  relation = 'war';
  /** The turns that the present state has left, as of the last save. */
  turnsLeft = 0;
  /** The turn of the last change that a seat was told. */
  toldIn = -1;
  #open: OpenRecord | undefined;
  /** The treaty that the last change ended, with that change: who cancelled it is told after that. */
  #ended: { readonly treaty: OpenRecord; readonly change: RelationChange } | undefined;

  get open(): OpenRecord | undefined {
    return this.#open;
  }

  /** A pact was agreed on. Returns the one that the change of the relation has opened, whose place it takes. */
  agree(treaty: OpenRecord): OpenRecord | undefined {
    const now = this.#open;
    const isImplied = now?.source === 'state' && now.turn === treaty.turn && now.pact === treaty.pact;
    const implied = isImplied ? now : undefined;
    if (implied === undefined && this.#open !== undefined)
      this.#end('kept', treaty.turn, null, this.relation);
    this.#open = treaty;
    return implied;
  }

  /** The relation has changed. Returns the pact of the new state when nothing else tells of it. */
  change(change: RelationChange): Pact | undefined {
    const { turn, now } = change;
    const was = this.relation;
    this.relation = now;
    this.#ended = undefined;
    const pact = pactOf(now);
    if (this.#open !== undefined && this.#open.pact === pact) return undefined;
    const treaty = this.#open;
    if (treaty !== undefined) {
      this.#end(fateOf({ ...change, was }), turn, null, now);
      this.#ended = { treaty, change: { ...change, was } };
    }
    return pact;
  }

  /** Opens a treaty that is known by its state only. */
  imply(treaty: OpenRecord): void {
    this.#open = treaty;
  }

  /** The player that caused the last change. */
  cancelledBy(by: number): void {
    if (this.#ended === undefined) return;
    const { treaty, change } = this.#ended;
    const isJust = change.wronged.includes(by);
    treaty.fate = change.now === 'war' && !isJust ? 'broken' : 'cancelled';
    if (treaty.ended !== null) treaty.ended = { ...treaty.ended, by };
  }

  /** Ends what is in force because a party is dead, or the game is over. */
  close(fate: 'kept' | 'void', turn: number): void {
    this.#ended = undefined;
    this.#end(fate, turn, null, this.relation);
  }

  #end(fate: TreatyFate, turn: number, by: number | null, relation: string): void {
    if (this.#open === undefined) return;
    this.#open.fate = fate;
    this.#open.ended = { turn, by, relation };
    this.#open = undefined;
  }
}

/** What a change makes of a pact as long as no party is known to have cancelled it. */
function fateOf({ was, now, wronged, hadTime = false }: RelationChange): TreatyFate {
  if (closeness(now) > closeness(was)) return 'kept';
  if (was === 'ceasefire' && !hadTime) return 'expired';
  return pactOf(now) === undefined && wronged.length === 0 ? 'broken' : 'cancelled';
}
