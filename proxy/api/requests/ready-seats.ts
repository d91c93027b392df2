import { timeLimit } from '#shared/core/clock.js';
import { failure } from '#shared/core/failure.js';
import { fail, ok, type Result } from '#shared/core/result.js';
import type { LinkRequest } from '#shared/protocol/link.js';
import { movedFailure } from '../../games/lifecycle/game-leases.js';
import { type GameState, isOver, isWorldCurrent } from '../../games/lifecycle/game-state.js';
import type { Games } from '../../games/lifecycle/games.js';
import type { Seat } from '../../games/seats/seat.js';
import type { ProxyMetrics } from '../metrics/proxy-metrics.js';

/**
 * What a request needs of its seat. `a_turn`: its first turn has begun. `a_state`: the same, and E121 for the state of a game
 * that is over. `to_act`: it may act now.
 */
export type SeatNeed = 'a_turn' | 'a_state' | 'to_act';

/** The gateway's timeout is 30 s; the agent should get the reason before that. */
const READY_TIMEOUT_MS = 25_000;

/** Finds the seats that answer requests, when they are ready to. */
export class ReadySeats {
  readonly #games: Games;
  readonly #metrics: ProxyMetrics;

  constructor(games: Games, metrics: ProxyMetrics) {
    this.#games = games;
    this.#metrics = metrics;
  }

  /**
   * The seat of the agent that sent a request, once it can answer it; waits for the game to be restored or begin, 25 s at
   * most. E122: no seat, or the game has not begun; E143: the game is over; E144: it is paused; else why it cannot be played.
   */
  async find(need: SeatNeed, request: LinkRequest, signal: AbortSignal): Promise<Result<Seat>> {
    if (need === 'to_act') return this.#actingSeat(request, signal);
    const seat = await this.#readySeat(need, request, signal);
    const hasNoState = need === 'a_state' && !seat.ok && seat.failure.code === 'E143';
    return hasNoState ? fail({ ...seat.failure, code: 'E121' }) : seat;
  }

  /** The agent's seat when it may act now. E144 while the game is paused, E143 after its end. */
  async #actingSeat(request: LinkRequest, signal: AbortSignal): Promise<Result<Seat>> {
    const seat = await this.#readySeat('to_act', request, signal);
    if (!seat.ok) return seat;
    if (this.#games.get(request.game_id)?.state.kind === 'paused')
      return fail(failure('E144', 'The game is paused'));
    if (seat.value.world.turn.phase === 'game_over') return fail(failure('E143', 'The game is over'));
    return seat;
  }

  /** The agent's seat, once its first turn has begun or the game is restored. */
  #readySeat(need: SeatNeed, request: LinkRequest, signal: AbortSignal): Promise<Result<Seat>> {
    return this.#metrics.timed('ready', () => this.#untilReady(need, request, signal));
  }

  async #untilReady(need: SeatNeed, request: LinkRequest, signal: AbortSignal): Promise<Result<Seat>> {
    using limit = timeLimit(signal, READY_TIMEOUT_MS);
    const { signal: inTime } = limit;
    const found = await this.#games.getOrWake(request.game_id, inTime);
    if (!found.ok) return found;
    const game = found.value;
    const seat = game.seat(request.agent_id);
    if (seat === undefined)
      return fail(failure('E122', 'This agent has no seat in the game: send llm_connect'));
    const isReady = (): boolean =>
      game.state.kind === 'lost' ||
      game.state.kind === 'deleted' ||
      game.state.kind === 'moved' ||
      isOver(game.state) ||
      (isWorldCurrent(game.state) && hasBegun(seat) && (need !== 'to_act' || isAnswered(seat, game.state)));
    const isSo = await seat.until(isReady, inTime);
    if (game.state.kind === 'lost') return fail(game.state.failure);
    if (game.state.kind === 'moved') return fail(movedFailure(undefined));
    if (isOver(game.state) && !hasBegun(seat))
      return fail(failure('E143', 'The game is over, and its last state is not kept any more'));
    if (isSo && game.state.kind !== 'deleted') return ok(seat);
    const wait = { details: { retry_after: 1 } };
    return fail(
      game.unplayableReason ??
        (hasBegun(seat)
          ? failure('E123', 'The game server was lost', wait)
          : failure('E122', 'The game has not begun yet', wait)),
    );
  }
}

function hasBegun({ world }: Seat): boolean {
  return world.turn.phase === 'movement' || world.turn.phase === 'game_over';
}

/** Whether the game server answers this seat. Its connection is lost before the game notices that the server is. */
function isAnswered({ isConnected, world }: Seat, state: GameState): boolean {
  return isConnected || state.kind !== 'running' || world.turn.phase === 'game_over';
}
