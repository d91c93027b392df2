import { FreecivConnection } from '../../proxy/freeciv/connection.js';
import { Protocol } from '../../proxy/freeciv/protocol.js';
import type { Game } from '../../proxy/games/lifecycle/game.js';
import { applyPacket } from '../../proxy/world/fold.js';
import { commit, createWorld, type World } from '../../proxy/world/world.js';

/** A game on a real server, however it was started. */
type Watched = Pick<Game, 'serverPort' | 'command'> &
  Partial<Pick<Game, 'serverPassword' | 'serverProtocol'>>;

/** A global observer of a running game: what the server itself holds to be true. */
export interface Witness extends Disposable {
  readonly world: World;
  readonly connection: FreecivConnection;
}

export async function witness(game: Watched): Promise<Witness> {
  const world = createWorld('attaching');
  const waiting: (() => void)[] = [];
  const connection = await FreecivConnection.open({
    protocol: game.serverProtocol ?? Protocol.load('3.0'),
    host: '127.0.0.1',
    port: game.serverPort,
    username: 'witness',
    password: game.serverPassword,
    signal: new AbortController().signal,
    onPacket: (packet) => applyPacket(world, packet),
    onSettled: () => {
      commit(world);
      if (world.seat.observer && world.turn.phase === 'movement')
        for (const resolve of waiting.splice(0)) resolve();
    },
  });
  const sees = new Promise<void>((resolve) => waiting.push(resolve));
  const observing = await game.command('observe witness');
  if (!observing.ok) throw new Error(observing.failure.message);
  await sees;
  return { world, connection, [Symbol.dispose]: () => connection.close() };
}
