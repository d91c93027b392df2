import type { ClauseType, DiplstateType } from '../../freeciv/generated/packets.js';
import { hasBit } from '../../freeciv/value-codecs.js';
import type { City } from '../../world/city.js';
import type { Clause } from '../../world/treaty.js';
import type { World } from '../../world/world.js';
import { isCapital } from '../cities/realm.js';
import {
  areAllied,
  areAtWar,
  areOnOneTeam,
  diplomacyEntry,
  hasRealEmbassy,
  livingPlayers,
  type Player,
  relation,
  researchOf,
} from '../lookup/players.js';
import { reachability, type Tech, techState } from '../lookup/research.js';
import { allOf, anyOf, type Tristate } from '../lookup/tristate.js';
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

/** Whether two players have recent contact, or an embassy on either side. */
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

/** The relations that a pact may follow, in small letters: `war`, `ceasefire`. */
export function pactBases(clause: ClauseType): readonly string[] {
  return (pacts[clause] ?? []).map((state) => state.replace('DS_', '').toLowerCase());
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

/** Whether the server would let the seat accept what a clause asks of it: only the giver is asked, or both for a pact. */
export function canGiveClause(world: World, other: number, { giver, type, value }: Clause): Tristate {
  const own = world.seat.player ?? -1;
  if (giver !== own && !isPact(type)) return true;
  switch (type) {
    case 'CLAUSE_EMBASSY':
      return !hasRealEmbassy(world, other, own);
    case 'CLAUSE_ADVANCE': {
      if (!teachableTechs(world, own, other).some(({ id }) => id === value)) return false;
      return researchOf(world, other) === undefined ? 'unknown' : true;
    }
    case 'CLAUSE_CITY': {
      const city = world.cities.get(value);
      return city !== undefined && canBeGiven(world, city, own);
    }
    case 'CLAUSE_GOLD':
      return (world.players.get(own)?.gold ?? 0) >= value;
    case 'CLAUSE_CEASEFIRE':
    case 'CLAUSE_PEACE':
      return isPactPossible(world, other, type);
    case 'CLAUSE_ALLIANCE':
      return isPactPossible(world, other, type) ? hasNoFeud(world, own, other) : false;
    default:
      return true;
  }
}

/** Whether a clause is known to be possible. Without an embassy the research of another player is unknown. */
export function isSureClause(world: World, other: number, clause: Clause): boolean {
  const taker = clause.giver === other ? (world.seat.player ?? -1) : other;
  const isTold = [clause.giver, taker].every((player) => researchOf(world, player) !== undefined);
  if (clause.type === 'CLAUSE_ADVANCE' && !isTold) return false;
  return canGiveClause(world, other, clause) === true;
}

/** Whether neither player is at war with an ally of the other: else the server refuses the alliance. */
function hasNoFeud(world: World, one: number, other: number): Tristate {
  const third = livingPlayers(world).filter(({ playerno }) => playerno !== one && playerno !== other);
  const feud = (enemy: number, friend: number) =>
    anyOf(third, ({ playerno }) =>
      allOf([areAtWar(world, enemy, playerno), areAllied(world, friend, playerno)], (truth) => truth),
    );
  return allOf([feud(one, other), feud(other, one)], (there) => (there === 'unknown' ? there : !there));
}

/** The techs that `giver` knows and `taker` could get by treaty. Research that this seat does not see excludes nothing. */
export function teachableTechs(world: World, giver: number, taker: number): Tech[] {
  const from = researchOf(world, giver);
  const to = researchOf(world, taker);
  const holes = world.game?.techTradeAllowHoles === true;
  const hasWay = to === undefined ? () => true : reachability(world, to);
  return [...world.ruleset.techs.values()].filter(({ id }) => {
    if (from !== undefined && techState(from, id) !== 'known') return false;
    if (to === undefined) return true;
    return holes ? techState(to, id) !== 'known' && hasWay(id) : techState(to, id) === 'researchable';
  });
}

/** Whether a city may change hands by treaty: all but the capital. */
export function canBeGiven(world: World, city: City, giver: number): boolean {
  return city.owner === giver && !isCapital(world, city);
}

/** Whether one player lets another see what it sees. */
export function sharesVision(world: World, giver: number, taker: number): boolean {
  const player = world.players.get(giver);
  return player !== undefined && hasBit(player.givesSharedVision, taker);
}
