import { failure } from '#shared/core/failure.js';
import { fail, ok, type Result } from '#shared/core/result.js';
import { FreecivConnection } from '../freeciv/connection.js';
import type { Protocol } from '../freeciv/protocol.js';
import { OBSERVER_NAME } from '../games/seats/usernames.js';
import { applyPacket } from '../world/fold.js';
import { commit, createWorld } from '../world/world.js';
import type { ObservationOptions, ObservationSource } from './observation-source.js';

/** Attaching takes a few hundred milliseconds; the timeout ends an attempt that hangs. */
const ATTACH_TIMEOUT_MS = 20_000;

/** Connects to a game as its global observer (`observe` of the server's console): it sees everything and is no player. */
export async function openObserver(
  protocol: Protocol,
  options: ObservationOptions,
): Promise<Result<ObservationSource>> {
  const { game, eventLog, onChange } = options;
  const world = createWorld('attaching');
  const end = new AbortController();
  let resolveAttached: (nothing: undefined) => void = () => undefined;
  const isAttached = new Promise<undefined>((resolve) => {
    resolveAttached = resolve;
  });
  try {
    const connection = await FreecivConnection.open({
      protocol,
      host: '127.0.0.1',
      port: game.serverPort,
      username: OBSERVER_NAME,
      password: game.serverPassword,
      signal: end.signal,
      onPacket: (packet) => {
        // Packets before that describe the game as it is; they are no events.
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
