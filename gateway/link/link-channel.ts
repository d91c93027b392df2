import { WebSocket } from 'ws';
import type { Clock } from '#shared/core/clock.js';
import { keepLinkAlive } from '#shared/core/heartbeat.js';
import { SlicedQueue } from './sliced-queue.js';

/** One WebSocket to the proxy. */
export interface LinkChannel {
  send(text: string): void;
  close(): void;
}

/** What a channel reports. */
export interface LinkChannelEvents {
  onOpen(): void;
  onText(text: string): void;
  /** The last event, exactly once. `silentMs`: for how long the proxy was silent, when that is why the channel was cut. */
  onDown(reason: string, silentMs: number): void;
}

/** Where the proxy is, and how a channel is watched. */
export interface LinkChannelOptions {
  readonly url: string;
  readonly secret: string;
  /** Milliseconds between two pings. */
  readonly pingMs: number;
  /** Milliseconds without a sign of life until the channel is cut. */
  readonly silenceMs: number;
  readonly clock: Clock;
}

/** States of a large late game are a few MB; anything far larger is a fault. */
const MAX_MESSAGE_BYTES = 64 << 20;
const HANDSHAKE_TIMEOUT_MS = 5_000;

/** Opens a WebSocket to the proxy. It never reconnects. */
export function openLinkChannel(options: LinkChannelOptions, events: LinkChannelEvents): LinkChannel {
  const socket = new WebSocket(options.url, {
    headers: { authorization: `Bearer ${options.secret}` },
    perMessageDeflate: false,
    handshakeTimeout: HANDSHAKE_TIMEOUT_MS,
    maxPayload: MAX_MESSAGE_BYTES,
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
