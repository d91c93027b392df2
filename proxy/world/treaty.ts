import type { ClauseType, PacketFields } from '../freeciv/generated/packets.js';

/** One clause of a treaty under negotiation. */
export interface Clause {
  readonly giver: number;
  readonly type: ClauseType;
  /** Gold, tech number, city id ... as the type says. */
  readonly value: number;
}

/** A meeting in progress with one other player. */
export interface Treaty {
  readonly counterpart: number;
  readonly clauses: readonly Clause[];
  readonly iAccepted: boolean;
  readonly otherAccepted: boolean;
}

/** A treaty without clauses, not yet accepted. */
export function openTreaty(counterpart: number): Treaty {
  return { counterpart, clauses: [], iAccepted: false, otherAccepted: false };
}

/** Two players agree on one state at a time, independent of the proposer. */
const pacts: ReadonlySet<ClauseType> = new Set(['CLAUSE_CEASEFIRE', 'CLAUSE_PEACE', 'CLAUSE_ALLIANCE']);

/**
 * A new clause replaces one of the same giver and type where only one can be; it takes back both acceptances. A pact that
 * replaces another stays a clause of who gave the first one (`add_clause` of freeciv).
 */
export function withClause(treaty: Treaty, clause: PacketFields['diplomacy_create_clause']): Treaty {
  const { giver, type, value } = clause;
  const others = withoutClause(treaty, clause).clauses.filter(
    (other) =>
      !(type === 'CLAUSE_GOLD' && other.type === type && other.giver === giver) &&
      !(pacts.has(type) && pacts.has(other.type)),
  );
  const replaced = pacts.has(type) ? treaty.clauses.find((other) => pacts.has(other.type)) : undefined;
  const added = { giver: replaced?.giver ?? giver, type, value };
  return { ...treaty, clauses: [...others, added], iAccepted: false, otherAccepted: false };
}

/** The treaty without a clause; it also takes back both acceptances. */
export function withoutClause(treaty: Treaty, clause: Clause): Treaty {
  const clauses = treaty.clauses.filter(
    (other) => other.giver !== clause.giver || other.type !== clause.type || other.value !== clause.value,
  );
  return { ...treaty, clauses, iAccepted: false, otherAccepted: false };
}
