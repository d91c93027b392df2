import { WebSocket } from 'ws';
import { closeCodes } from '#shared/protocol/close-codes.js';
import type { Connection, ConnectionEvents, ConnectionHandler } from '../transport.js';

/** A peer that does not answer the close frame within this time is cut. */
const CLOSE_TIMEOUT_MS = 2_000;

/** Emits `too-big` before the library closes the socket for a message over the limit. */
export class SizeReportingWebSocket extends WebSocket {
  override close(code?: number, data?: string | Buffer): void {
    if (code === closeCodes.tooBig && data === undefined) this.emit('too-big');
    super.close(code, data);
  }
}

/** Connects a socket of the library to its handler. */
export function serveSocket(socket: WebSocket, remoteAddress: string, onConnection: ConnectionHandler): void {
  let events: ConnectionEvents | undefined;
  const drained = () => events?.onDrain();
  const connection: Connection = {
    remoteAddress,
    get bufferedBytes() {
      return socket.bufferedAmount;
    },
    send: (text) => socket.send(text, { binary: false }, drained),
    sendBinary: (bytes) => socket.send(bytes, { binary: true }, drained),
    ping: () => socket.ping(),
    pause: () => socket.pause(),
    resume: () => socket.resume(),
    close(code, reason) {
      // A paused socket would not see the peer's close frame.
      socket.resume();
      socket.close(code, reason);
      const cut = setTimeout(() => socket.terminate(), CLOSE_TIMEOUT_MS);
      socket.once('close', () => clearTimeout(cut));
    },
  };
  const handlers = onConnection(connection);
  events = handlers;
  socket.on('message', (bytes, isBinary) => {
    if (isBinary) handlers.onBinary();
    else if (Buffer.isBuffer(bytes)) handlers.onText(bytes);
  });
  socket.on('ping', () => handlers.onAlive());
  socket.on('pong', () => handlers.onAlive());
  socket.on('too-big', () => handlers.onTooBig());
  // The library closes with the right code itself; `close` follows.
  socket.on('error', () => {});
  socket.on('close', (code) => handlers.onClose(code));
}
