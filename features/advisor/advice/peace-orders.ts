import type { Advice } from '#shared/protocol/state/brief.js';
import { diplomacyEntry, livingPlayers, type Player } from '../../../proxy/rules/lookup/players.js';
import { meetingObstacle } from '../../../proxy/rules/players/diplomacy.js';
import { nameText } from '../../../proxy/world/name-text.js';
import type { World } from '../../../proxy/world/world.js';
import type { IsTried } from './tried-actions.js';

/** An AI talks of peace in the last turns of a cease-fire (`dai_goldequiv_clause`). */
const LAST_TURNS = 4;

/** A treaty of peace for each AI whose cease-fire ends. */
export function peaceOrders(world: World): readonly Advice[] {
  return partners(world, 'DS_CEASEFIRE')
    .filter(({ turnsLeft }) => turnsLeft > 0 && turnsLeft <= LAST_TURNS)
    .map(({ other }) => ({
      do: proposal(other, 'peace'),
      why: `the cease-fire with ${nameText(other.name)} ends`,
    }));
}

/** A cease-fire for one of the AIs at war with the seat that were not asked lately. */
export function ceasefireOrders(world: World, isTried: IsTried): readonly Advice[] {
  return partners(world, 'DS_WAR')
    .map(({ other }) => ({
      do: proposal(other, 'ceasefire'),
      why: `a war with ${nameText(other.name)} costs cities`,
    }))
    .filter(({ do: action }) => !isTried(action))
    .slice(0, 1);
}

/** A player with the turns that the state between it and the seat still lasts. */
interface Partner {
  readonly other: Player;
  readonly turnsLeft: number;
}

/** AIs that are in a state with the seat, can be met, and do not talk with it. */
function partners(world: World, state: 'DS_WAR' | 'DS_CEASEFIRE'): readonly Partner[] {
  return livingPlayers(world).flatMap((other) => {
    const { playerno, flags } = other;
    const entry = diplomacyEntry(world, world.seat.player ?? -1, playerno);
    if (entry?.type !== state || !flags.has('PLRF_AI') || world.treaties.has(playerno)) return [];
    return meetingObstacle(world, other) === undefined ? [{ other, turnsLeft: entry.turnsLeft }] : [];
  });
}

function proposal({ playerno }: Player, clause: 'ceasefire' | 'peace'): Advice['do'] {
  return { action_type: 'treaty_propose', target: { id: playerno }, clauses: [{ clause, giver: 'me' }] };
}
