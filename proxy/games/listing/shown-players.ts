import type { GamePlayer } from '#shared/protocol/game-summary.js';
import { displayName } from '../../rules/names.js';
import { hexColor } from '../../views/map/colors.js';
import type { World } from '../../world/world.js';

/** The players of a game as everybody may know them. */
export function shownPlayers({ players, ruleset }: Pick<World, 'players' | 'ruleset'>): GamePlayer[] {
  return [...players.values()]
    .filter(({ barbarianType }) => barbarianType === 'NOT_A_BARBARIAN')
    .map((player) => ({
      player_id: player.playerno,
      name: player.name,
      nation: displayName(ruleset.nations.get(player.nation)?.adjective ?? ''),
      color: player.colorValid ? hexColor(player) : null,
      is_ai: player.flags.has('PLRF_AI'),
    }));
}
