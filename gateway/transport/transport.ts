import type { Server } from 'node:http';

/** One agent's open socket, as the gateway needs it: what a WebSocket library must offer and no more. */
export interface AgentConnection {
  readonly remoteAddress: string;
  /** Bytes accepted for sending that the peer has not taken yet. */
  readonly bufferedBytes: number;
  send(text: string): void;
  ping(): void;
  /** Stops and goes on taking bytes from the peer. */
  pause(): void;
  resume(): void;
  close(code: number, reason: string): void;
}

/** What happens on that socket. */
export interface ConnectionEvents {
  onText(bytes: Uint8Array): void;
  onBinary(): void;
  /** A ping or pong frame came: the peer lives. */
  onAlive(): void;
  /** Something that was sent has been taken by the peer, or by the system for it. */
  onDrain(): void;
  /** A message over the limit: the last chance to say so before the transport closes with 1009. */
  onTooBig(): void;
  /** Exactly once. */
  onClose(code: number): void;
}

/** What the upgrade request said. */
export interface Visitor {
  readonly agentId: string;
  readonly remoteAddress: string;
  readonly origin: string | undefined;
}

export interface Refusal {
  readonly status: 400 | 403 | 404 | 429 | 503;
  readonly message: string;
}

export interface TransportHost {
  /** Undefined lets the visitor in. */
  refuse(visitor: Visitor): Refusal | undefined;
  accept(connection: AgentConnection, visitor: Visitor): ConnectionEvents;
}

/**
 * Serves the agents' WebSocket endpoint of an HTTP server. `ws` is the only one there is: uWebSockets.js 20.51 was tried
 * and ends 73 of the 93 wrong frames of promise 9 otherwise than promised, and it cannot pause a socket.
 */
export interface Transport {
  attach(server: Server, host: TransportHost): void;
}
