import { timeLimit } from '#shared/core/clock.js';
import { failure } from '#shared/core/failure.js';
import { fail, ok, type Result } from '#shared/core/result.js';
import type { ConnectionOptions } from '../../../proxy/freeciv/connection.js';
import { ConnectionLost } from '../../../proxy/freeciv/errors.js';
import type { SeatRecord } from '../../../proxy/games/disk/game-record.js';
import { moveInLobby } from '../../../proxy/games/seats/lineup.js';
import { chooseNation } from '../../../proxy/games/seats/nation.js';
import type { Seat } from '../../../proxy/games/seats/seat.js';
import { openSeatConnection, type SeatConnection } from '../../../proxy/games/seats/seat-connection.js';
import type { ServerRun } from '../../../proxy/games/server/server-run.js';
import { MAX_BUSY_MS } from '../../../proxy/games/server/watchdog.js';

/** A seat whose connection is replaced, and its game. */
export interface ReconnectSeatOptions {
  readonly seat: Seat;
  readonly record: SeatRecord;
  readonly serverRun: ServerRun;
  readonly isLobby: boolean;
  /** The game says who plays which player. */
  readonly hasLineup: boolean;
  /** Receives all packets of the new connection from its login on. */
  readonly onWire: ConnectionOptions['onWire'];
}

/** A server that is busy with a turn change lets nobody in meanwhile; one that is busy for longer is killed as hung. */
const JOIN_TIMEOUT_MS = MAX_BUSY_MS + 10_000;

/**
 * Replaces the connection of a seat by a new one, over which the server tells everything again. E123 when the server does not
 * give it its player. In the lobby the player may have another number.
 */
export async function reconnectSeat(options: ReconnectSeatOptions): Promise<Result<SeatConnection>> {
  const { seat, serverRun, isLobby, onWire } = options;
  seat.connection?.leave();
  const opened = await openSeatConnection(serverRun.server, {
    username: seat.username,
    world: seat.newWorld(isLobby ? 'before_game' : 'attaching'),
    signal: serverRun.signal,
    onWire,
  });
  if (!opened.ok) return opened;
  const seated = isLobby ? await inLobby(options, opened.value) : await inGame(options, opened.value);
  return seated.ok ? opened : seated;
}

async function inGame(
  { seat, record, serverRun }: ReconnectSeatOptions,
  connection: SeatConnection,
): Promise<Result<void>> {
  using limit = timeLimit(serverRun.signal, JOIN_TIMEOUT_MS);
  const isBack = await connection.until(
    ({ seat: own, turn }) =>
      turn.phase === 'game_over' || (own.player === record.player && turn.phase === 'movement'),
    limit.signal,
  );
  return isBack ? ok(undefined) : fail(notBack(seat));
}

async function inLobby(
  { seat, record, serverRun, hasLineup }: ReconnectSeatOptions,
  connection: SeatConnection,
): Promise<Result<void>> {
  const { username, player } = record;
  if (hasLineup) {
    const moved = await moveInLobby({ serverRun, connection, username, player });
    if (!moved.ok) return moved;
  } else {
    using limit = timeLimit(serverRun.signal, JOIN_TIMEOUT_MS);
    if (!(await connection.until((world) => world.seat.player !== undefined, limit.signal)))
      return fail(notBack(seat));
  }
  const request: SeatConnection['request'] = (name, fields) => connection.request(name, fields);
  const chooser = { agentId: seat.agentId, username, world: connection.world, request };
  const chosen = await chooseNation(chooser, record).catch((cause: unknown) => {
    if (cause instanceof ConnectionLost) return fail(notBack(seat));
    throw cause;
  });
  // Somebody else may have taken the nation meanwhile: the player has another one then.
  return chosen.ok || chosen.failure.code === 'E105' ? ok(undefined) : chosen;
}

function notBack({ agentId }: Seat) {
  return failure('E123', `The game server did not give ${agentId} its player again`, {
    details: { retry_after: 1 },
  });
}
