import type { ClauseType, DiplstateType } from '../../freeciv/generated/packets-3.0.js';
import type { World } from '../../world/world.js';
import { areOnOneTeam, diplomacyEntry, hasRealEmbassy, type Player, relation } from '../lookup/players.js';
import { effectValue } from '../requirements/effects.js';

/** Why the server would open no meeting of the seat with another player; undefined when it would. */
export type MeetingObstacle = 'nobody' | 'dead' | 'forbidden_by_game' | 'forbidden_by_effect' | 'no_contact';

/** Why no meeting can be opened (`could_meet_with_player`); undefined when it can. */
export function meetingObstacle(world: World, other: Player): MeetingObstacle | undefined {
  const own = world.players.get(world.seat.player ?? -1);
  if (own === undefined || own.playerno === other.playerno) return 'nobody';
  if (!own.isAlive || !other.isAlive) return 'dead';
  if (!isDiplomacyPossible(world, own, other)) return 'forbidden_by_game';
  const closed = [own, other].some(
    ({ playerno }) => effectValue(world, 'EFT_NO_DIPLOMACY', { player: playerno }) > 0,
  );
  if (closed) return 'forbidden_by_effect';
  return isReachable(world, own.playerno, other.playerno) ? undefined : 'no_contact';
}

/** By contact of late, or an embassy of either side. */
function isReachable(world: World, one: number, other: number): boolean {
  const ways: readonly (readonly [number, number])[] = [
    [one, other],
    [other, one],
  ];
  return ways.some(
    ([from, to]) =>
      (diplomacyEntry(world, from, to)?.contactTurnsLeft ?? 0) > 0 ||
      hasRealEmbassy(world, from, to) ||
      effectValue(world, 'EFT_HAVE_EMBASSIES', { player: from }) > 0,
  );
}

function isDiplomacyPossible(world: World, one: Player, other: Player): boolean {
  const ais = [one, other].filter(({ flags }) => flags.has('PLRF_AI')).length;
  switch (world.game?.diplomacy) {
    case 'DIPLO_FOR_HUMANS':
      return ais === 0;
    case 'DIPLO_FOR_AIS':
      return ais === 2;
    case 'DIPLO_NO_AIS':
      return ais < 2;
    case 'DIPLO_NO_MIXED':
      return ais !== 1;
    case 'DIPLO_FOR_TEAMS':
      return areOnOneTeam(world, one.playerno, other.playerno);
    case 'DIPLO_DISABLED':
      return false;
    default:
      return true;
  }
}

/** The states two players may agree on from each one, as the server takes their clauses. */
const pacts: Readonly<Partial<Record<ClauseType, readonly DiplstateType[]>>> = {
  CLAUSE_CEASEFIRE: ['DS_WAR'],
  CLAUSE_PEACE: ['DS_WAR', 'DS_CEASEFIRE'],
  CLAUSE_ALLIANCE: ['DS_WAR', 'DS_CEASEFIRE', 'DS_ARMISTICE', 'DS_PEACE'],
};

/** Whether a clause agrees on a state rather than gives something. */
export function isPact(clause: ClauseType): boolean {
  return pacts[clause] !== undefined;
}

/** Whether a pact may follow on how the seat and another player stand to each other. */
export function isPactPossible(world: World, other: number, clause: ClauseType): boolean {
  const state = relation(world, world.seat.player ?? -1, other);
  return state !== undefined && pacts[clause]?.includes(state) === true;
}

/** Why the seat cannot end its treaty with another player; undefined when it can. */
export type CancelObstacle = 'no_treaty' | 'one_team' | 'dead' | 'senate';

/** Why a treaty cannot be cancelled (`pplayer_can_cancel_treaty`); undefined when it can. */
export function cancelObstacle(world: World, other: number): CancelObstacle | undefined {
  const own = world.seat.player ?? -1;
  const state = relation(world, own, other);
  if (state === undefined || state === 'DS_WAR' || state === 'DS_NO_CONTACT') return 'no_treaty';
  if (areOnOneTeam(world, own, other)) return 'one_team';
  if ([own, other].some((player) => world.players.get(player)?.isAlive !== true)) return 'dead';
  const provoked = (diplomacyEntry(world, own, other)?.hasReasonToCancel ?? 0) > 0;
  const senate = effectValue(world, 'EFT_HAS_SENATE', { player: own }) > 0;
  const overruled = effectValue(world, 'EFT_NO_ANARCHY', { player: own }) > 0;
  return senate && !provoked && !overruled ? 'senate' : undefined;
}
