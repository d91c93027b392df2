import type { Presence } from '#shared/protocol/agent-answers.js';
import type { PlayerKind } from '#shared/protocol/player-kind.js';
import type { SpectatorAgent, SpectatorClock } from '#shared/protocol/spectator/agents.js';
import type { SpectatorView } from '#shared/protocol/spectator/view.js';
import type { Game } from '../../../proxy/games/lifecycle/game.js';
import type { Seat } from '../../../proxy/games/seats/seat.js';
import { plansInWords } from '../../../proxy/plans/plan-words.js';
import { turnOf } from '../../../proxy/world/world.js';

/** Presence, turn clock and plans of an agent at this moment. */
export interface AgentStatus {
  readonly player: number;
  readonly turn: number;
  readonly presence: Presence;
  readonly playedBy: PlayerKind;
  readonly state: SpectatorClock['state'];
  /** When the time of its turn is up, in milliseconds since 1970; null when the turn has no running time limit. */
  readonly endsAt: number | null;
  /** Its standing plans in words. */
  readonly plans: readonly string[];
}

/** The current status of an agent in its game; undefined while it has no player. */
export function agentStatusOf(
  game: Game,
  { world, agentId, planList, playedBy }: Seat,
): AgentStatus | undefined {
  const { player } = world.seat;
  if (player === undefined) return undefined;
  const state = stateOf(game, { world, player });
  return {
    player,
    turn: turnOf(world),
    presence: game.presenceOf(agentId),
    playedBy,
    state,
    endsAt: state === 'thinking' ? endOf(game, { world, player }) : null,
    plans: plansInWords(world, planList),
  };
}

/** The agents of a game that does not run, as they were seen last, but without a running clock. */
export function restingAgents(agents: SpectatorView['agents']): SpectatorView['agents'] {
  const isAwaited = ({ clock }: SpectatorAgent) => clock.state === 'thinking';
  const rest = { state: 'waiting', ends_at: null } as const;
  return new Map(
    [...agents].map(([player, agent]) => [
      player,
      isAwaited(agent) ? { ...agent, clock: { ...agent.clock, ...rest } } : agent,
    ]),
  );
}

/** When the game stops waiting for the player, in milliseconds since 1970: before the end of the turn if its agent is away. */
function endOf(
  game: Game,
  { world, player }: Pick<Seat, 'world'> & { readonly player: number },
): number | null {
  const awaited = game.pendingPlayers.find(({ playerId }) => playerId === player);
  return awaited?.until ?? world.turnTimer.endsAtMs ?? null;
}

function stateOf(
  game: Game,
  { world, player }: { readonly world: Seat['world']; readonly player: number },
): AgentStatus['state'] {
  const own = world.players.get(player);
  if (world.turn.phase === 'game_over' || own?.isAlive === false) return 'out';
  if (game.state.kind !== 'running' || world.turn.phase !== 'movement') return 'waiting';
  return own?.phaseDone === true ? 'ended' : 'thinking';
}
