import { WebSocket } from 'ws';
import { closeCodes } from '#shared/protocol/close-codes.js';
import type { Connection, ConnectionEvents, Welcome } from '../transport.js';

/** A peer that does not answer the close frame is cut after this. */
const CLOSE_PATIENCE = 2_000;

/** A socket that tells before the library closes it for a message over the limit. */
export class TellingWebSocket extends WebSocket {
  override close(code?: number, data?: string | Buffer): void {
    if (code === closeCodes.tooBig && data === undefined) this.emit('too-big');
    super.close(code, data);
  }
}

/** Joins a socket of the library and whoever is to serve it. */
export function serveSocket(socket: WebSocket, remoteAddress: string, welcome: Welcome): void {
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
      const cut = setTimeout(() => socket.terminate(), CLOSE_PATIENCE);
      socket.once('close', () => clearTimeout(cut));
    },
  };
  const accepted = welcome(connection);
  events = accepted;
  socket.on('message', (bytes, isBinary) => {
    if (isBinary) accepted.onBinary();
    else if (Buffer.isBuffer(bytes)) accepted.onText(bytes);
  });
  socket.on('ping', () => accepted.onAlive());
  socket.on('pong', () => accepted.onAlive());
  socket.on('too-big', () => accepted.onTooBig());
  // The library closes with the right code by itself; `close` follows.
  socket.on('error', () => {});
  socket.on('close', (code) => accepted.onClose(code));
}
