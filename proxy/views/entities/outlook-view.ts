import type { World } from '../../world/world.js';
import { lastTurn } from './header.js';
import { knowledgeOf } from './player-view.js';
import { type Standing, standing } from './standing.js';

interface CultureRace {
  readonly own: number | null;
  /** Who has so many points ... */
  readonly points_to_win: number;
  /** ... and so many per cent more than the second wins. */
  readonly lead_to_win_percent: number;
  /** Of those whose culture is known. */
  readonly best_rival: number | null;
}

/** How the game may end, and where this player stands in that. */
export interface OutlookView extends Standing {
  /** The game ends with this turn, and the best score wins; null when that is not told. */
  readonly last_turn: number | null;
  /** Players that still live, barbarians aside; who outlives all others wins whatever the victory conditions. */
  readonly players_alive: number;
  /** Where culture is a way to win. */
  readonly culture?: CultureRace;
}

/** It hangs on all players, so deltas always hold it. */
export function outlookView(world: World): OutlookView {
  const alive = [...world.players.values()].filter(
    ({ isAlive, barbarianType }) => isAlive && barbarianType === 'NOT_A_BARBARIAN',
  );
  return {
    last_turn: lastTurn(world),
    players_alive: alive.length,
    ...standing(world),
    ...(world.game?.victoryConditions.has('VC_CULTURE') === true && {
      culture: cultureRace(world, world.game),
    }),
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
