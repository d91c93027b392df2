import { failure } from '#shared/core/failure.js';
import { fail, ok, type Result } from '#shared/core/result.js';
import type { TurnPolicy } from '#shared/protocol/game-config.js';
import type { Protocol } from '../../freeciv/protocol.js';
import type { Journal } from '../journal/journal.js';
import type { ServerRun } from '../server/server-run.js';
import { chooseNation, type NationWish } from './nation.js';
import type { PacketQueue } from './packet-queue.js';
import type { Seat } from './seat.js';
import { openSeatConnection, type SeatConnection } from './seat-connection.js';
import { takeFreeAiSeat } from './take-ai-seat.js';

/** What an agent asks for with a seat. */
export interface SeatWish extends NationWish {
  readonly turnPolicy?: TurnPolicy | undefined;
}

/** A seat to connect, and the game in which it is to play. */
export interface ConnectSeatOptions {
  readonly seat: Seat;
  readonly wish: SeatWish;
  readonly serverRun: ServerRun;
  /** New players are made there only. */
  isLobby(): boolean;
  /** The players of other agents, and those that are being taken. */
  readonly claimed: Set<number>;
  readonly protocol: Protocol;
  /** A seat that sees the players of a running game. */
  readonly witness: Seat | undefined;
  readonly journal: Journal;
  readonly queue: PacketQueue;
  /** Gives the seat its connection. */
  adopt(connection: SeatConnection): void;
}

/** Connects a seat to the server, as a new player of the lobby or in place of an AI. E141 when there is no place. */
export async function connectSeat(options: ConnectSeatOptions): Promise<Result<void>> {
  const { seat, wish, serverRun, isLobby, protocol, witness, journal, queue, adopt, claimed } = options;
  const inLobby = isLobby();
  const connection = await openSeatConnection(serverRun.server, {
    protocol,
    username: seat.username,
    world: seat.newWorld(inLobby ? 'before_game' : 'attaching'),
    signal: serverRun.signal,
  });
  if (!connection.ok) return connection;
  adopt(connection.value);
  const takeover = { seat, wish, connection: connection.value, serverRun, witness, journal, claimed };
  return inLobby ? joinLobby(seat, wish, serverRun, isLobby) : queue.run(() => takeFreeAiSeat(takeover));
}

/** Joining takes well under a second; this only ends what hangs. */
const JOIN_TIMEOUT_MS = 20_000;

/** In the lobby the server gives a newcomer a player of its own. E141 when it does not, as when the game begins meanwhile. */
async function joinLobby(
  seat: Seat,
  wish: NationWish,
  serverRun: ServerRun,
  isLobby: () => boolean,
): Promise<Result<void>> {
  const signal = AbortSignal.any([serverRun.signal, AbortSignal.timeout(JOIN_TIMEOUT_MS)]);
  const hasPlayer = (): boolean => seat.world.seat.player !== undefined;
  await seat.until(() => hasPlayer() || !isLobby(), signal);
  if (!hasPlayer()) return fail(failure('E141', 'The game has no free seat'));
  const chosen = await chooseNation(seat, wish);
  // Who has a player as the game begins plays it as it is.
  return isLobby() ? chosen : ok(undefined);
}
