import type { Result } from '#shared/core/result.js';
import type { TurnPolicy } from '#shared/protocol/game-config.js';
import type { Protocol } from '../../freeciv/protocol.js';
import type { Journal } from '../journal/journal.js';
import type { Life } from '../life.js';
import type { PacketGate } from '../server/packet-gate.js';
import type { NationWish } from './nation.js';
import { openLine } from './open-line.js';
import type { Seat } from './seat.js';
import type { SeatLine } from './seat-line.js';
import { enterLobby, takeFreeAi } from './seating.js';

/** What an agent asks for with a seat. */
export interface SeatWish extends NationWish {
  readonly turnPolicy?: TurnPolicy | undefined;
}

export interface OpenSeat {
  readonly seat: Seat;
  readonly wish: SeatWish;
  readonly life: Life;
  /** New players are made there only. */
  isLobby(): boolean;
  /** The players of other agents, and those that are being taken. */
  readonly claimed: Set<number>;
  readonly protocol: Protocol;
  /** A seat that sees the players of a running game. */
  readonly witness: Seat | undefined;
  readonly journal: Journal;
  readonly gate: PacketGate;
  /** Gives the seat its connection. */
  adopt(line: SeatLine): void;
}

/** Connects a seat to the server, as a new player of the lobby or in place of an AI. E141 when there is no place. */
export async function openSeat(options: OpenSeat): Promise<Result<void>> {
  const { seat, wish, life, isLobby, protocol, witness, journal, gate, adopt, claimed } = options;
  const inLobby = isLobby();
  const line = await openLine(life.server, {
    protocol,
    username: seat.username,
    world: seat.nextWorld(inLobby ? 'before_game' : 'attaching'),
    signal: life.signal,
  });
  if (!line.ok) return line;
  adopt(line.value);
  const takeover = { seat, wish, line: line.value, life, witness, journal, claimed };
  return inLobby ? enterLobby(seat, wish, life, isLobby) : gate.inOrder(() => takeFreeAi(takeover));
}
