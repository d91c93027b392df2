import type { WaitingFor } from '#shared/protocol/agent-answers.js';
import type { GamePlayer } from '#shared/protocol/game-summary.js';
import { nationOf } from '../../orders/descriptions.js';
import { hexColor } from '../../views/entities/wire-values.js';
import type { World } from '../../world/world.js';
import type { PendingPlayer } from './seat-events.js';

/** The players of a game, with what everybody may see of them. */
export function publicPlayers(world: Pick<World, 'players' | 'ruleset'>): GamePlayer[] {
  return [...world.players.values()]
    .filter(({ barbarianType }) => barbarianType === 'NOT_A_BARBARIAN')
    .map((player) => ({
      player_id: player.playerno,
      name: player.name,
      nation: nationOf(world, player.playerno, ''),
      color: player.colorValid ? hexColor(player) : null,
      is_ai: player.flags.has('PLRF_AI'),
    }));
}

/** The players for whom a turn waits, by their names in that world; deadlines in epoch seconds. */
export function waitingFor(
  pending: readonly PendingPlayer[],
  world: Pick<World, 'players' | 'ruleset'>,
): WaitingFor[] {
  return pending.map(({ playerId, until, isAway }) => {
    const player = world.players.get(playerId);
    return {
      player_id: playerId,
      player: player?.name ?? '',
      nation: nationOf(world, playerId, ''),
      until: until === undefined ? null : Math.round(until / 1000),
      away: isAway,
    };
  });
}
