import { once } from 'node:events';
import { connect } from 'node:net';

/** More than a backlog of one takes. */
const CONNECTIONS = 8;

/**
 * Fills the backlog of a port whose process is stopped: from now on its system drops each attempt to connect, as when a
 * machine has lost its power. The port listens with a backlog of one.
 */
export async function fillBacklog(port: number): Promise<Disposable> {
  const sockets = Array.from({ length: CONNECTIONS }, () => connect(port, '127.0.0.1'));
  for (const socket of sockets) socket.on('error', () => undefined);
  // A backlog of one holds two.
  await Promise.all(sockets.slice(0, 2).map((socket) => once(socket, 'connect')));
  return {
    [Symbol.dispose]() {
      for (const socket of sockets) socket.destroy();
    },
  };
}
