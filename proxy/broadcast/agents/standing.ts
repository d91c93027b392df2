import type { Game } from '../../games/lifecycle/game.js';
import type { Seat } from '../../games/seats/seat.js';
import type { Standing } from './agent-book.js';

/** How an agent stands in its game now; undefined for one that has no player yet. */
export function standingOf(game: Game, { world, agentId }: Seat): Standing | undefined {
  const { player } = world.seat;
  if (player === undefined) return undefined;
  const state = stateOf(game, { world, player });
  return {
    player,
    turn: world.game?.turn ?? 0,
    presence: game.presenceOf(agentId),
    state,
    endsAt: state === 'thinking' ? endOf(game, { world, player }) : null,
  };
}

/** When the turn goes on without the player, epoch milliseconds: sooner than its end for an agent that is away. */
function endOf(
  game: Game,
  { world, player }: Pick<Seat, 'world'> & { readonly player: number },
): number | null {
  const awaited = game.awaited.find(({ playerId }) => playerId === player);
  return awaited?.until ?? world.turnTime.endsAt ?? null;
}

function stateOf(
  game: Game,
  { world, player }: { readonly world: Seat['world']; readonly player: number },
): Standing['state'] {
  const own = world.players.get(player);
  if (world.turn.phase === 'game_over' || own?.isAlive === false) return 'out';
  if (game.state.kind !== 'running' || world.turn.phase !== 'movement') return 'waiting';
  return own?.phaseDone === true ? 'ended' : 'thinking';
}
