import type { RelationStatus, RelationView } from '#shared/protocol/state/player.js';
import type { DiplstateType, PacketFields } from '../../freeciv/generated/packets.js';
import { diplomacyEntry } from '../../rules/lookup/players.js';
import type { World } from '../../world/world.js';

type Diplstate = PacketFields['player_diplstate'];

const statuses: Partial<Record<DiplstateType, RelationStatus>> = {
  DS_WAR: 'war',
  DS_CEASEFIRE: 'ceasefire',
  DS_ARMISTICE: 'peace',
  DS_PEACE: 'peace',
  DS_ALLIANCE: 'ally',
  DS_TEAM: 'ally',
  DS_NO_CONTACT: 'neutral',
};

/** The relations of a player with every other it is known to have one with. */
export function relations(world: World, player: number): readonly RelationView[] {
  return [...diplstatesOf(world, player)].map(relationView).sort((a, b) => a.player_id - b.player_id);
}

/** The relation of two players; neutral where it is unknown. */
export function relationBetween(world: World, player: number, other: number): RelationStatus {
  const state = diplomacyEntry(world, player, other);
  return state === undefined || player === other ? 'neutral' : statusOf(state);
}

/** Whether two players have met lately. The server sends a new contact to one side first, and facts about the other player after that. */
export function haveContact(world: World, player: number, other: number): boolean {
  const entries = [diplomacyEntry(world, player, other), diplomacyEntry(world, other, player)];
  return entries.every((state) => (state?.contactTurnsLeft ?? 0) > 0);
}

function* diplstatesOf(world: World, player: number): Generator<Diplstate> {
  for (const state of world.diplomacy.values()) {
    if (state.plr1 === player && state.plr2 !== player) yield state;
  }
}

function relationView(state: Diplstate): RelationView {
  const counting = state.type === 'DS_CEASEFIRE' || state.type === 'DS_ARMISTICE';
  return {
    player_id: state.plr2,
    status: statusOf(state),
    turns_left: counting ? state.turnsLeft : undefined,
    contact: state.contactTurnsLeft > 0,
  };
}

function statusOf(state: Diplstate): RelationStatus {
  return statuses[state.type] ?? 'neutral';
}
