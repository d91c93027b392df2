import type { CultureRace, OutlookView } from '#shared/protocol/state/nation.js';
import type { World } from '../../world/world.js';
import { lastTurn } from './header.js';
import { knowledgeOf } from './player-view.js';
import { standing } from './standing.js';

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
