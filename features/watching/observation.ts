import { failure } from '#shared/core/failure.js';
import { fail, ok, type Result } from '#shared/core/result.js';
import { FreecivConnection } from '../../proxy/freeciv/connection.js';
import type { Game } from '../../proxy/games/lifecycle/game.js';
import { OBSERVER_NAME } from '../../proxy/games/seats/usernames.js';
import { applyPacket } from '../../proxy/world/fold.js';
import { commit, createWorld, type World } from '../../proxy/world/world.js';
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

/** Attaching takes a few hundred milliseconds; the timeout ends an attempt that hangs. */
const ATTACH_TIMEOUT_MS = 20_000;

/** Connects to a game as its global observer (`observe` of the server's console): it sees everything and plays nothing. */
export async function openObserver(options: ObservationOptions): Promise<Result<ObservationSource>> {
  const { game, eventLog, onChange } = options;
  const world = createWorld('attaching', 0, game.sharedRuleset);
  const end = new AbortController();
  let resolveAttached: (nothing: undefined) => void = () => undefined;
  const isAttached = new Promise<undefined>((resolve) => {
    resolveAttached = resolve;
  });
  try {
    const connection = await FreecivConnection.open({
      protocol: game.serverProtocol,
      host: '127.0.0.1',
      port: game.serverPort,
      username: OBSERVER_NAME,
      password: game.serverPassword,
      signal: end.signal,
      sharedPackets: game.sharedRuleset.packets,
      onPacket: (packet) => {
        // Earlier packets describe the game as it is; they are not events.
        if (world.turn.beganAt.size > 0) eventLog.recordPacket(world, packet);
        applyPacket(world, packet);
      },
      onSettled: () => {
        if (!commit(world)) return;
        // A running game is sent in full once a turn has begun; a lobby has nothing to send.
        const isSent = game.state.kind === 'lobby' || world.turn.beganAt.size > 0;
        if (world.seat.observer && isSent) resolveAttached(undefined);
        eventLog.recordTurn(world);
        onChange();
      },
    });
    const observing = await game.commandOnce(`observe ${OBSERVER_NAME}`);
    const patience = setTimeout(() => connection.close(), ATTACH_TIMEOUT_MS);
    const lost = await Promise.race([isAttached, connection.closed]);
    clearTimeout(patience);
    if (observing.ok && lost === undefined)
      return ok({ world, closed: connection.closed, close: () => connection.close() });
    connection.close();
    return observing.ok ? fail(attachFailure(lost)) : observing;
  } catch (cause) {
    if (!(cause instanceof Error)) throw cause;
    return fail(attachFailure(cause));
  }
}

function attachFailure(cause: Error | undefined) {
  return failure('E123', `The game cannot be watched: ${cause?.message ?? 'the game server did not let us'}`);
}
