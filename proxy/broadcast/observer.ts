import { failure } from '#shared/core/failure.js';
import { fail, ok, type Result } from '#shared/core/result.js';
import { FreecivConnection } from '../freeciv/connection.js';
import type { Protocol } from '../freeciv/protocol.js';
import { OBSERVER_NAME } from '../games/seats/username.js';
import { applyPacket } from '../world/fold.js';
import { commit, createWorld } from '../world/world.js';
import type { Eyes, EyesOptions } from './eyes.js';

/** Attaching takes a few hundred milliseconds; this only ends what hangs. */
const ATTACH_TIMEOUT_MS = 20_000;

/** Takes the one global observer connection of a game: it sees everything, and is never a player. */
export async function openObserver(protocol: Protocol, options: EyesOptions): Promise<Result<Eyes>> {
  const { game, chronicle, onChange } = options;
  const world = createWorld('attaching');
  const end = new AbortController();
  let attached: (nothing: undefined) => void = () => undefined;
  const sees = new Promise<undefined>((resolve) => {
    attached = resolve;
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
        // What comes before that is the game as it is, not news.
        if (world.turn.beganAt.size > 0) chronicle.note(world, packet);
        applyPacket(world, packet);
      },
      onSettled: () => {
        if (!commit(world)) return;
        // A running game has been sent when its turn goes on; a lobby has nothing to send.
        const isSent = game.state.kind === 'lobby' || world.turn.beganAt.size > 0;
        if (world.seat.observer && isSent) attached(undefined);
        chronicle.look(world);
        onChange();
      },
    });
    const observing = await game.commandOnce(`observe ${OBSERVER_NAME}`);
    const patience = setTimeout(() => connection.close(), ATTACH_TIMEOUT_MS);
    const lost = await Promise.race([sees, connection.closed]);
    clearTimeout(patience);
    if (observing.ok && lost === undefined)
      return ok({ world, closed: connection.closed, close: () => connection.close() });
    connection.close();
    return observing.ok ? fail(lostBefore(lost)) : observing;
  } catch (cause) {
    if (!(cause instanceof Error)) throw cause;
    return fail(lostBefore(cause));
  }
}

function lostBefore(cause: Error | undefined) {
  return failure('E123', `The game cannot be watched: ${cause?.message ?? 'the game server did not let us'}`);
}
