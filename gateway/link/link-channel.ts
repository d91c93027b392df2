import { WebSocket } from 'ws';
import type { Clock } from '#shared/core/clock.js';
import { keepLinkAlive } from '#shared/core/heartbeat.js';
import { SlicedQueue } from './sliced-queue.js';

/** One WebSocket to the proxy, from its opening to its end. */
export interface LinkChannel {
  send(text: string): void;
  close(): void;
}

export interface LinkChannelEvents {
  onOpen(): void;
  onText(text: string): void;
  /** Exactly once, whatever went wrong; nothing follows. `silentMs`: without a sign of life before it was given up. */
  onDown(reason: string, silentMs: number): void;
}

export interface LinkChannelOptions {
  readonly url: string;
  readonly secret: string;
  /** Milliseconds between two pings, and without a sign of life until the link is cut. */
  readonly pingMs: number;
  readonly silenceMs: number;
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
  let silentMs = 0;
  let bytesRead = () => 0;
  socket.on('upgrade', ({ socket: stream }) => {
    bytesRead = () => stream.bytesRead;
  });
  socket.on('open', () => {
    const { clock, pingMs, silenceMs } = options;
    const lost = () => {
      reason = 'no sign of life';
      silentMs = silenceMs;
    };
    keepLinkAlive({ socket, clock, pingMs, silenceMs, bytesRead: () => bytesRead(), lost });
    events.onOpen();
  });
  const received = new SlicedQueue((text: string) => events.onText(text), socket);
  socket.on('message', (bytes) => received.add(bytes.toString()));
  socket.on('error', (error) => {
    reason = error.message;
  });
  socket.on('close', (code) => {
    received.flush();
    events.onDown(`${reason} (${code})`, silentMs);
  });
  return {
    send: (text) => socket.send(text),
    close: () => socket.close(1000),
  };
}
