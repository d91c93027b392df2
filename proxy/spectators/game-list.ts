import type { GameSummary } from '#shared/spectator/messages.js';
import type { Game } from '../games/game.js';
import { displayName } from '../rules/names.js';
import { hexColor } from '../views/map/colors.js';
import type { World } from '../world/world.js';

/** A game in the list that everybody may see: what its players know of each other from the lobby on. */
export function gameSummary(game: Game, watched: World | undefined): GameSummary {
  const world = watched ?? game.seats[0]?.world;
  const players = world === undefined ? [] : [...world.players.values()];
  return {
    game_id: game.id,
    state: game.state.kind,
    turn: world?.game === undefined || world.turn.phase === 'before_game' ? null : world.game.turn,
    players: players
      .filter(({ barbarianType }) => barbarianType === 'NOT_A_BARBARIAN')
      .map((player) => ({
        name: player.name,
        nation: displayName(world?.ruleset.nations.get(player.nation)?.adjective ?? ''),
        color: player.colorValid ? hexColor(player) : null,
        is_ai: player.flags.has('PLRF_AI'),
      })),
  };
}
