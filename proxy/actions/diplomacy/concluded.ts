import type { Reply } from '../../freeciv/brackets.js';
import type { ClauseType, DiplstateType } from '../../freeciv/generated/packets.js';
import { relation } from '../../rules/lookup/players.js';
import type { Clause } from '../../world/treaty.js';
import type { World } from '../../world/world.js';
import type { StateBefore } from '../changes.js';

const agreed: Readonly<Partial<Record<ClauseType, DiplstateType>>> = {
  CLAUSE_CEASEFIRE: 'DS_CEASEFIRE',
  CLAUSE_PEACE: 'DS_ARMISTICE',
  CLAUSE_ALLIANCE: 'DS_ALLIANCE',
};

/**
 * Whether a treaty that is off the table holds now. The server ends the meeting as well where one side has no longer
 * what it promised, and where the other one left.
 */
export function isConcluded(
  before: StateBefore,
  world: World,
  other: number,
  clauses: readonly Clause[],
  replies: readonly Reply[],
): boolean {
  const packets = replies.flatMap((reply) => reply.packets);
  const accepted = packets.some(
    (packet) =>
      packet.name === 'diplomacy_accept_treaty' && packet.fields.iAccepted && packet.fields.otherAccepted,
  );
  return accepted && clauses.every((clause) => isKept(before, world, other, clause, clauses));
}

/** As far as it shows. */
function isKept(
  before: StateBefore,
  world: World,
  other: number,
  { giver, type, value }: Clause,
  clauses: readonly Clause[],
): boolean {
  const own = world.seat.player ?? -1;
  const state = agreed[type];
  if (state !== undefined) return relation(world, own, other) === state;
  if (type === 'CLAUSE_CITY') return world.cities.get(value)?.owner !== giver;
  const paysBoth = clauses.filter((clause) => clause.type === 'CLAUSE_GOLD').length > 1;
  if (type !== 'CLAUSE_GOLD' || paysBoth) return true;
  const change = (world.players.get(own)?.gold ?? 0) - Number(before.player?.gold ?? 0);
  return giver === own ? change < 0 : change > 0;
}
