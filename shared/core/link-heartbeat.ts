import type { WebSocket } from 'ws';
import type { Clock } from './clock.js';
import { Heartbeat } from './heartbeat.js';

/** Milliseconds between two pings on the link between gateway and proxy; both sides ping. */
export const LINK_PING_MS = 1_500;
/** Silence after which a side of the link counts as hung: longer than any piece of work, and reported within 5 s. */
export const LINK_SILENCE_MS = 4_000;

/** The heartbeat of one side of the link between gateway and proxy. */
export interface LinkHeartbeatOptions {
  readonly socket: WebSocket;
  readonly clock: Clock;
  readonly pingMs: number;
  readonly silenceMs: number;
  /** Bytes received over the connection so far. */
  bytesRead(): number;
  /** Called once, right before the link is cut. */
  lost(): void;
}

/** Pings the other side of an open link and cuts the link when no sign of life comes. Ends with the socket. */
export function keepLinkAlive({
  socket,
  clock,
  pingMs,
  silenceMs,
  bytesRead,
  lost,
}: LinkHeartbeatOptions): void {
  const heartbeat = new Heartbeat({
    clock,
    every: pingMs,
    timeout: silenceMs,
    bytesRead,
    beat: () => socket.ping(),
    lost: () => {
      lost();
      socket.terminate();
    },
  });
  for (const event of ['ping', 'pong', 'message']) socket.on(event, () => heartbeat.sign());
  socket.once('close', () => heartbeat.stop());
}
