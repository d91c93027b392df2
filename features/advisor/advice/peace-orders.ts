import type { Advice } from '#shared/protocol/state/brief.js';
import {
  areAllied,
  areAtWar,
  diplomacyEntry,
  livingPlayers,
  type Player,
} from '../../../proxy/rules/lookup/players.js';
import { meetingObstacle } from '../../../proxy/rules/players/diplomacy.js';
import { nameText } from '../../../proxy/world/name-text.js';
import type { World } from '../../../proxy/world/world.js';
import type { IsTried } from './tried-actions.js';

/** An AI talks of peace in the last turns of a cease-fire (`dai_goldequiv_clause`). */
const LAST_TURNS = 4;
/** The liking, of 1,000, from which an AI makes an alliance: it wants a quarter, and was seen to agree a little below. */
const ALLIANCE_LOVE = 243;

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

/**
 * An alliance with one of the AIs at peace with the seat that like it well enough: allies exchange embassies, so that they can trade
 * technologies. None with an enemy of an ally, who declines it.
 */
export function allianceOrders(world: World, isTried: IsTried): readonly Advice[] {
  const me = world.seat.player ?? -1;
  const allies = livingPlayers(world).filter(({ playerno }) => areAllied(world, me, playerno) === true);
  return partners(world, 'DS_PEACE')
    .filter(({ other }) => (other.love[me] ?? 0) >= ALLIANCE_LOVE)
    .filter(({ other }) => !allies.some((ally) => areAtWar(world, ally.playerno, other.playerno) === true))
    .map(({ other }) => ({
      do: proposal(other, 'alliance'),
      why: `${nameText(other.name)} likes us, and allies trade technologies`,
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
function partners(world: World, state: 'DS_WAR' | 'DS_CEASEFIRE' | 'DS_PEACE'): readonly Partner[] {
  return livingPlayers(world).flatMap((other) => {
    const { playerno, flags } = other;
    const entry = diplomacyEntry(world, world.seat.player ?? -1, playerno);
    if (entry?.type !== state || !flags.has('PLRF_AI') || world.treaties.has(playerno)) return [];
    return meetingObstacle(world, other) === undefined ? [{ other, turnsLeft: entry.turnsLeft }] : [];
  });
}

function proposal({ playerno }: Player, clause: 'ceasefire' | 'peace' | 'alliance'): Advice['do'] {
  return { action_type: 'treaty_propose', target: { id: playerno }, clauses: [{ clause, giver: 'me' }] };
}
