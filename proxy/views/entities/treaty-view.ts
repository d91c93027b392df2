import type { Clause, Treaty } from '../../world/treaty.js';
import type { World } from '../../world/world.js';
import { techName } from './research-view.js';
import { plainName } from './rule-names.js';

interface ClauseView {
  /** Player id of the giver. */
  readonly giver: number;
  /** `advance`, `gold`, `city`, `peace` ... */
  readonly type: string;
  /** Gold, the tech's name, the city's id; null for clauses without one. */
  readonly value: number | string | null;
}

/** A treaty being negotiated. */
export interface TreatyView {
  /** The other player. */
  readonly player_id: number;
  readonly clauses: readonly ClauseView[];
  readonly i_accepted: boolean;
  readonly other_accepted: boolean;
}

export function treatyView(world: World, treaty: Treaty): TreatyView {
  return {
    player_id: treaty.counterpart,
    clauses: treaty.clauses.map((clause) => ({
      giver: clause.giver,
      type: plainName(clause.type, 'CLAUSE_'),
      value: clauseValue(world, clause),
    })),
    i_accepted: treaty.iAccepted,
    other_accepted: treaty.otherAccepted,
  };
}

function clauseValue(world: World, { type, value }: Clause): number | string | null {
  if (type === 'CLAUSE_ADVANCE') return techName(world, value);
  return type === 'CLAUSE_GOLD' || type === 'CLAUSE_CITY' ? value : null;
}
