import type { TreatyView } from '#shared/protocol/state/nation.js';
import type { Clause, Treaty } from '../../world/treaty.js';
import type { World } from '../../world/world.js';
import { techName } from './research-view.js';
import { plainName } from './rule-names.js';

/** A treaty being negotiated. */
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
