import type { PacketFields } from '../freeciv/generated/packets-3.0.js';
import { openTreaty, withClause, withoutClause } from './treaty.js';
import { changing, type World } from './world.js';

export function foldMeeting(world: World, counterpart: number): void {
  world.treaties.set(counterpart, openTreaty(counterpart), changing(world));
}

export function foldMeetingEnd(world: World, counterpart: number): void {
  world.treaties.delete(counterpart, changing(world));
}

export function foldClause(
  world: World,
  clause: PacketFields['diplomacy_create_clause'],
  change: 'added' | 'removed',
): void {
  const treaty = world.treaties.get(clause.counterpart) ?? openTreaty(clause.counterpart);
  const next = change === 'added' ? withClause(treaty, clause) : withoutClause(treaty, clause);
  world.treaties.set(clause.counterpart, next, changing(world));
}

export function foldTreatyAcceptance(
  world: World,
  acceptance: PacketFields['diplomacy_accept_treaty'],
): void {
  const treaty = world.treaties.get(acceptance.counterpart) ?? openTreaty(acceptance.counterpart);
  const { iAccepted, otherAccepted } = acceptance;
  world.treaties.set(acceptance.counterpart, { ...treaty, iAccepted, otherAccepted }, changing(world));
}
