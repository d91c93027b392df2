import { timeLimit } from '#shared/core/clock.js';
import { type Failure, failure } from '#shared/core/failure.js';
import { fail, ok, type Result } from '#shared/core/result.js';
import type { Game } from '../../games/lifecycle/game.js';
import { movedFailure } from '../../games/lifecycle/game-leases.js';
import { type GameState, isOver, isWorldCurrent } from '../../games/lifecycle/game-state.js';
import type { Seat } from '../../games/seats/seat.js';
import type { KeptSeat } from '../seats/kept-seat.js';
import type { AskedRequest, SeatNeed } from './asked-request.js';

/** The gateway's timeout is 30 s; the agent should get the reason before that. */
const READY_TIMEOUT_MS = 25_000;

/**
 * The seat of the agent that sent a request, once it can answer it; waits for the game to be restored or begin, 25 s at
 * most. E122: no seat, or the game has not begun; E143: the game is over; E144: it is paused; E145: a person plays
 * the seat; else why it cannot be played.
 */
export async function readySeat(need: SeatNeed, asked: AskedRequest): Promise<Result<KeptSeat>> {
  const ready = await untilReady(need, asked);
  if (!ready.ok) {
    const hasNoState = need === 'a_state' && ready.failure.code === 'E143';
    return hasNoState ? fail({ ...ready.failure, code: 'E121' }) : ready;
  }
  if (need !== 'to_act') return ready;
  const { game, seat } = ready.value;
  if (game.state.kind === 'paused') return fail(failure('E144', 'The game is paused'));
  if (seat.playedBy === 'person') return fail(failure('E145', PLAYED_BY_PERSON));
  // Where the game ended with its server, the world of the seat may still be in the middle of a turn.
  const hasEnded = isOver(game.state) || seat.world.turn.phase === 'game_over';
  return hasEnded ? fail(failure('E143', 'The game is over')) : ready;
}

/** The sentence of E145. */
export const PLAYED_BY_PERSON =
  'A person plays this seat now: queries are answered, and the event played_by says when it is yours again';

/** The agent's seat, once its first turn has begun or the game is restored. */
async function untilReady(need: SeatNeed, asked: AskedRequest): Promise<Result<KeptSeat>> {
  const { services, request } = asked;
  using _timer = services.metrics.time('ready');
  if (!asked.found.ok) return asked.found;
  const found = asked.found.value;
  if (found === undefined) return fail(failure('E140', `There is no game ${request.game_id}`));
  using limit = new LateLimit(asked.signal);
  const woken = await services.games.wake(found, limit);
  if (!woken.ok) return woken;
  asked.found = woken;
  const game = woken.value;
  const seat = game.seat(request.agent_id);
  if (seat === undefined)
    return fail(failure('E122', 'This agent has no seat in the game: send llm_connect'));
  const isSo = await seat.until(() => isReady(game, seat, need), limit);
  const { state } = game;
  if (state.kind === 'lost') return fail(state.failure);
  if (state.kind === 'moved') return fail(movedFailure(undefined));
  if (isOver(state) && !hasBegun(seat))
    return fail(failure('E143', 'The game is over, and its last state is not kept any more'));
  if (isSo && state.kind !== 'deleted') return ok(services.seats.of(game, seat));
  const wait = { details: { retry_after: 1 } };
  if (game.isOnOtherServer && state.kind === 'lobby') return fail(inLobbyOfOthers(seat));
  return fail(
    game.unplayableReason ??
      (hasBegun(seat)
        ? failure('E123', 'The game server was lost', wait)
        : failure('E122', 'The game has not begun yet', wait)),
  );
}

/** Ends what a request waits for with its link, or after READY_TIMEOUT_MS. Most requests wait for nothing: it is made when it is asked for. */
class LateLimit implements Disposable {
  readonly #ended: AbortSignal;
  #limit: ReturnType<typeof timeLimit> | undefined;

  constructor(ended: AbortSignal) {
    this.#ended = ended;
  }

  get signal(): AbortSignal {
    this.#limit ??= timeLimit(this.#ended, READY_TIMEOUT_MS);
    return this.#limit.signal;
  }

  [Symbol.dispose](): void {
    this.#limit?.[Symbol.dispose]();
  }
}

/** Seconds between two questions whether a server of others has begun its game: its owner decides. */
const LOBBY_RETRY_S = 30;

/** Lists the players in the lobby of a server of others, and which of them are ready; names are as that server has them. */
function inLobbyOfOthers({ world }: Seat): Failure {
  const lobby = [...world.players.values()]
    .filter(({ flags, isConnected }) => isConnected && !flags.has('PLRF_AI'))
    .map(({ playerno, name, isReady: ready }) => ({ player_id: playerno, name, ready }));
  const message =
    'The game has not begun yet: its server waits for its owner, or for all players to be ready';
  return failure('E122', message, { details: { retry_after: LOBBY_RETRY_S, lobby } });
}

/** Whether a seat can answer, or never will. */
function isReady({ state }: Game, seat: Seat, need: SeatNeed): boolean {
  if (state.kind === 'lost' || state.kind === 'deleted' || state.kind === 'moved' || isOver(state))
    return true;
  return isWorldCurrent(state) && hasBegun(seat) && (need !== 'to_act' || isAnswered(seat, state));
}

function hasBegun({ world }: Seat): boolean {
  return world.turn.phase === 'movement' || world.turn.phase === 'game_over';
}

/** Whether the game server answers this seat. Its connection is lost before the game notices that the server is. */
function isAnswered({ isConnected, world }: Seat, state: GameState): boolean {
  return isConnected || state.kind !== 'running' || world.turn.phase === 'game_over';
}
