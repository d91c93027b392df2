import type {
  CultureRace,
  OutlookView,
  Standing,
  TreasuryView,
  TreatyView,
} from '#shared/protocol/state/nation.js';
import { expectedIncome } from '../../rules/cities/income.js';
import { lastTurn } from '../../rules/lookup/game-length.js';
import { livingPlayers } from '../../rules/lookup/players.js';
import { maxRate } from '../../rules/players/government.js';
import type { Clause, Treaty } from '../../world/treaty.js';
import type { World } from '../../world/world.js';
import { knowledgeOf } from './player-view.js';
import { techName } from './research-view.js';
import { plainName } from './wire-values.js';

/** Gold, income and the maximum rate; null for an observer. It depends on cities, units and effects, so every delta has it. */
export function treasuryView(world: World): TreasuryView | null {
  const { player: me } = world.seat;
  const player = world.players.get(me ?? -1);
  if (me === undefined || player === undefined) return null;
  return {
    gold: player.gold,
    gold_per_turn: expectedIncome(world, me),
    max_rate: maxRate(world, me),
  };
}

/** How far the seat is from winning. It depends on all players, so every delta has it. */
export function outlookView(world: World): OutlookView {
  const alive = [...world.players.values()].filter(
    ({ isAlive, barbarianType }) => isAlive && barbarianType === 'NOT_A_BARBARIAN',
  );
  return {
    last_turn: lastTurn(world),
    players_alive: alive.length,
    ...ownStanding(world),
    culture:
      world.game?.victoryConditions.has('VC_CULTURE') === true ? cultureRace(world, world.game) : undefined,
  };
}

function cultureRace(world: World, game: NonNullable<World['game']>): CultureRace {
  const known = [...world.players.values()].flatMap((player) => {
    const isKnown = ['own', 'embassy'].includes(knowledgeOf(world, player));
    const culture = player.culture32 ?? player.culture16;
    return isKnown && player.isAlive && culture !== undefined ? [{ id: player.playerno, culture }] : [];
  });
  const rivals = known.filter(({ id }) => id !== world.seat.player).map(({ culture }) => culture);
  return {
    own: known.find(({ id }) => id === world.seat.player)?.culture ?? null,
    points_to_win: game.cultureVicPoints,
    lead_to_win_percent: game.cultureVicLead,
    best_rival: rivals.length === 0 ? null : Math.max(...rivals),
  };
}

/**
 * The seat's place by score among the living, without barbarians: null until the scores of all of them are known, and for
 * a player that is alone.
 */
export function ownStanding(world: World): Standing {
  const me = world.seat.player;
  const living = livingPlayers(world).filter(({ barbarianType }) => barbarianType === 'NOT_A_BARBARIAN');
  const ranked = living.filter((player) => knowledgeOf(world, player) !== 'none');
  const rivals = ranked.filter(({ playerno }) => playerno !== me);
  const own = ranked.find(({ playerno }) => playerno === me);
  const isComplete = own !== undefined && rivals.length > 0 && ranked.length === living.length;
  return {
    rank: isComplete ? rivals.filter(({ score }) => score > own.score).length + 1 : null,
    ranked_players: ranked.length,
    best_rival_score: rivals.length === 0 ? null : Math.max(...rivals.map(({ score }) => score)),
  };
}

/** `1 of 2 seen; contact or an embassy shows 3 more`: the place among the known scores; undefined when all scores are known. */
export function seenPlace(world: World): string | undefined {
  const { rank, ranked_players: seen } = ownStanding(world);
  const own = world.players.get(world.seat.player ?? -1);
  const players = livingPlayers(world).filter(({ barbarianType }) => barbarianType === 'NOT_A_BARBARIAN');
  const hidden = players.length - seen;
  if (rank !== null || own === undefined || hidden <= 0) return undefined;
  const better = players.filter(
    (player) => knowledgeOf(world, player) !== 'none' && player.score > own.score,
  );
  const place = seen > 1 ? `${better.length + 1} of ${seen} seen` : 'unknown';
  return `${place}; contact or an embassy shows ${hidden}${seen > 1 ? ' more' : ''}`;
}

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
