import { fail, ok } from '#shared/core/result.js';
import { closeCodes } from '#shared/protocol/close-codes.js';
import type { Connection, ConnectionEvents, Endpoint } from '../transport/transport.js';
import type { SpectatorHub, SpectatorVisitor } from './spectator-hub.js';
import { readSpectatorPath, SPECTATOR_PREFIX } from './spectator-path.js';
import { MAX_SPECTATOR_MESSAGE_BYTES } from './spectator-socket.js';
import type { ViewerConnection } from './viewer.js';

/** The spectators' sockets, at `/ws/spectator/{game_id}`. */
export function spectatorEndpoint(hub: SpectatorHub): Endpoint {
  return {
    prefix: SPECTATOR_PREFIX,
    maxMessageBytes: MAX_SPECTATOR_MESSAGE_BYTES,
    admit({ url, ...from }) {
      const target = readSpectatorPath(url);
      if (!target.ok) return target;
      const visitor = { ...from, target: target.value };
      const refusal = hub.refuse(visitor);
      return refusal === undefined ? ok((connection) => serve(connection, hub, visitor)) : fail(refusal);
    },
  };
}

function serve(connection: Connection, hub: SpectatorHub, visitor: SpectatorVisitor): ConnectionEvents {
  const { isDeflated } = visitor.target;
  const viewer: ViewerConnection = {
    get bufferedBytes() {
      return connection.bufferedBytes;
    },
    send: (message) =>
      isDeflated ? connection.sendBinary(message.deflated) : connection.send(message.bytes),
    ping: () => connection.ping(),
    close: (code, reason) => connection.close(code, reason),
  };
  return {
    ...hub.accept(viewer, visitor),
    onBinary: () => connection.close(closeCodes.binary, 'text frames only'),
    // Slow ones are looked at when there is something to tell.
    onDrain: () => {},
    onTooBig: () => {},
  };
}
