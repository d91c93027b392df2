import type { Standing } from '#shared/protocol/state/nation.js';
import type { World } from '../../world/world.js';
import { knowledgeOf } from './player-view.js';

/** The seat's place among the players whose score it knows; barbarians and the dead are left out. */
export function standing(world: World): Standing {
  const me = world.seat.player;
  const ranked = [...world.players.values()].filter(
    (player) =>
      player.isAlive && player.barbarianType === 'NOT_A_BARBARIAN' && knowledgeOf(world, player) !== 'none',
  );
  const rivals = ranked.filter(({ playerno }) => playerno !== me);
  const own = world.players.get(me ?? -1);
  return {
    rank: own?.isAlive !== true ? null : rivals.filter(({ score }) => score > own.score).length + 1,
    ranked_players: ranked.length,
    best_rival_score: rivals.length === 0 ? null : Math.max(...rivals.map(({ score }) => score)),
  };
}
