import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import { closeCodes } from '#shared/close-codes.js';
import { refuseUpgrade } from '../transport/refuse-upgrade.js';
import type { SpectatorHub, SpectatorVisitor } from './spectator-hub.js';
import { isSpectatorPath, readSpectatorPath } from './spectator-path.js';
import { MAX_SPECTATOR_MESSAGE_BYTES } from './spectator-socket.js';

/** A peer that does not answer the close frame is cut after this. */
const CLOSE_PATIENCE = 2_000;

/** Serves /ws/spectator/{game_id} of an HTTP server. */
export function attachSpectators(server: Server, hub: SpectatorHub): void {
  const sockets = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: MAX_SPECTATOR_MESSAGE_BYTES,
  });
  server.on('upgrade', (request: IncomingMessage, stream: Duplex, head: Buffer) => {
    const url = request.url ?? '';
    if (!isSpectatorPath(url)) return;
    stream.on('error', () => stream.destroy());
    const target = readSpectatorPath(url);
    if (!target.ok) {
      refuseUpgrade(stream, target.failure);
      return;
    }
    const visitor: SpectatorVisitor = {
      target: target.value,
      remoteAddress: request.socket.remoteAddress ?? '',
      origin: request.headers.origin,
      authorization: request.headers.authorization,
    };
    const refusal = hub.refuse(visitor);
    if (refusal !== undefined) refuseUpgrade(stream, refusal);
    else sockets.handleUpgrade(request, stream, head, (socket) => serve(socket, hub, visitor));
  });
}

function serve(socket: WebSocket, hub: SpectatorHub, visitor: SpectatorVisitor): void {
  const events = hub.accept(
    {
      get bufferedBytes() {
        return socket.bufferedAmount;
      },
      send: (message) =>
        visitor.target.isDeflated
          ? socket.send(message.deflated, { binary: true })
          : socket.send(message.bytes, { binary: false }),
      ping: () => socket.ping(),
      close: (code, reason) => close(socket, code, reason),
    },
    visitor,
  );
  socket.on('message', (bytes, isBinary) => {
    if (isBinary) close(socket, closeCodes.binary, 'text frames only');
    else if (Buffer.isBuffer(bytes)) events.onText(bytes);
  });
  socket.on('pong', () => events.onAlive());
  socket.on('ping', () => events.onAlive());
  // The library closes with the right code by itself; `close` follows.
  socket.on('error', () => {});
  socket.on('close', () => events.onClose());
}

function close(socket: WebSocket, code: number, reason: string): void {
  socket.close(code, reason);
  const cut = setTimeout(() => socket.terminate(), CLOSE_PATIENCE);
  socket.once('close', () => clearTimeout(cut));
}
