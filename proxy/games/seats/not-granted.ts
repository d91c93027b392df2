import type { NotGranted } from '#shared/protocol/agent-requests.js';
import { displayName, nationNames, resolveName } from '../../rules/names.js';
import type { World } from '../../world/world.js';
import { type NationWish, serverLeaderName } from './nation.js';

/** What an agent wished for and its seat is not; empty when all was granted, and while the seat has no player. */
export function notGranted(world: World, { nation, leaderName }: NationWish): readonly NotGranted[] {
  const own = world.players.get(world.seat.player ?? -1);
  const ownNation = world.ruleset.nations.get(own?.nation ?? -1);
  if (own === undefined || ownNation === undefined) return [];
  const denied: NotGranted[] = [];
  if (nation !== undefined && !resolveName([nationNames(ownNation)], nation).ok) {
    const got = displayName(ownNation.adjective);
    denied.push({ field: 'nation', wanted: nation, got, reason: whyNotNation(world, nation) });
  }
  const wanted = leaderName === undefined ? undefined : serverLeaderName(leaderName).toLowerCase();
  if (leaderName !== undefined && own.name.toLowerCase() !== wanted) {
    const isTaken = [...world.players.values()].some(({ name }) => name.toLowerCase() === wanted);
    const reason = isTaken ? 'Another player has that name' : asItWas;
    denied.push({ field: 'leader_name', wanted: leaderName, got: own.name, reason });
  }
  return denied;
}

const asItWas = 'The seat was there already, and is had as it is';

function whyNotNation({ ruleset, players }: World, wanted: string): string {
  const named = [...ruleset.nations.values()].map((nation) => ({ ...nationNames(nation), id: nation.id }));
  const found = resolveName(named, wanted);
  if (!found.ok) return 'There is no such nation in this ruleset';
  const isTaken = [...players.values()].some(({ nation }) => nation === found.value.id);
  return isTaken ? 'Another player has that nation' : asItWas;
}
