import { WebSocket } from 'ws';
import type { Cancel, Clock } from '../clock.js';
import { Sliced } from './sliced.js';

/** One WebSocket to the proxy, from its opening to its end. */
export interface LinkChannel {
  send(text: string): void;
  close(): void;
}

export interface LinkChannelEvents {
  onOpen(): void;
  onText(text: string): void;
  /** Exactly once, whatever went wrong; nothing follows. */
  onDown(reason: string): void;
}

export interface LinkChannelOptions {
  readonly url: string;
  readonly secret: string;
  readonly pingEvery: number;
  readonly clock: Clock;
}

/** States of a large late game are a few MB; anything far beyond is a fault. */
const maxPayload = 64 << 20;

export function openLinkChannel(options: LinkChannelOptions, events: LinkChannelEvents): LinkChannel {
  const socket = new WebSocket(options.url, {
    headers: { authorization: `Bearer ${options.secret}` },
    perMessageDeflate: false,
    handshakeTimeout: 5_000,
    maxPayload,
  });
  let reason = 'closed';
  let stopPinging: Cancel = () => {};
  socket.on('open', () => {
    stopPinging = keepAlive(socket, options);
    events.onOpen();
  });
  const received = new Sliced((text: string) => events.onText(text), socket);
  socket.on('message', (bytes) => received.add(bytes.toString()));
  socket.on('error', (error) => {
    reason = error.message;
  });
  socket.on('close', (code) => {
    stopPinging();
    received.finish();
    events.onDown(`${reason} (${code})`);
  });
  return {
    send: (text) => socket.send(text),
    close: () => socket.close(1000),
  };
}

/** A link that silently stopped carrying bytes is cut after two unanswered pings. */
function keepAlive(socket: WebSocket, { clock, pingEvery }: LinkChannelOptions): Cancel {
  let unanswered = 0;
  let cancel: Cancel = () => {};
  const alive = () => {
    unanswered = 0;
  };
  socket.on('pong', alive);
  socket.on('message', alive);
  const beat = () => {
    if (unanswered >= 2) return socket.terminate();
    unanswered++;
    socket.ping();
    cancel = clock.after(pingEvery, beat);
  };
  cancel = clock.after(pingEvery, beat);
  return () => cancel();
}
