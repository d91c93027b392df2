import { failure } from '#shared/core/failure.js';
import { fail, ok, type Result } from '#shared/core/result.js';
import type { Game } from '../games/lifecycle/game.js';
import type { World } from '../world/world.js';
import type { EventLog } from './event-log.js';

/** An open observation of a game: the world as the global observer or one seat sees it. */
export interface ObservationSource {
  readonly world: World;
  /** Settles when the observation has ended. */
  readonly closed: Promise<unknown>;
  close(): void;
}

/** What an observation reports to. */
export interface ObservationOptions {
  readonly game: Game;
  /** Gets the events. */
  readonly eventLog: EventLog;
  /** Is called whenever the world has a new version. */
  onChange(): void;
}

/** Opens an observation. E122 or E123 while the game cannot be observed in this way. */
export type OpenObservation = (options: ObservationOptions) => Promise<Result<ObservationSource>>;

/** Observes a game through the seat of a player: it sees what that seat is sent, with no connection of its own. */
export async function openSeatObservation(
  player: number,
  options: ObservationOptions,
): Promise<Result<ObservationSource>> {
  const { game, eventLog, onChange } = options;
  const seat = game.seats.find(({ world }) => world.seat.player === player);
  if (seat === undefined)
    return fail(failure('E122', `No agent plays player ${player} in the game ${game.id}`));
  const { world } = seat;
  let isOpen = true;
  const closed = seat.observe({
    onPacket: (packet) => {
      if (isOpen && world.turn.beganAt.size > 0) eventLog.recordPacket(world, packet);
    },
    onChange: () => {
      if (!isOpen) return;
      eventLog.recordTurn(world);
      onChange();
    },
  });
  eventLog.recordTurn(world);
  // The connection belongs to the seat and stays open; only this observation ends.
  const close = () => {
    isOpen = false;
  };
  return ok({ world, closed, close });
}
