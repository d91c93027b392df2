import type { WaitingFor } from '#shared/protocol/agent-answers.js';
import { displayName } from '../../rules/names.js';
import type { World } from '../../world/world.js';
import type { AwaitedPlayer } from '../turns/waiting-notices.js';

/** The players for whom a turn waits, by the names that world has for them; moments become epoch seconds. */
export function waitingFor(
  awaited: readonly AwaitedPlayer[],
  { players, ruleset }: Pick<World, 'players' | 'ruleset'>,
): WaitingFor[] {
  return awaited.map(({ playerId, until, isAway }) => {
    const player = players.get(playerId);
    return {
      player_id: playerId,
      player: player?.name ?? '',
      nation: displayName(ruleset.nations.get(player?.nation ?? -1)?.adjective ?? ''),
      until: until === undefined ? null : Math.round(until / 1000),
      away: isAway,
    };
  });
}
