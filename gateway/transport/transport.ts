import type { FastifyInstance } from 'fastify';
import type { Result } from '#shared/core/result.js';
import type { Tls } from '../http/http-server.js';

/** An open socket, as the gateway needs it: what a WebSocket library must offer and no more. */
export interface Connection {
  readonly remoteAddress: string;
  /** Bytes accepted for sending that the peer has not taken yet. */
  readonly bufferedBytes: number;
  /** A text frame; bytes must be UTF-8. */
  send(text: string | Uint8Array): void;
  sendBinary(bytes: Uint8Array): void;
  ping(): void;
  /** Stops and goes on handing on messages of the peer. */
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
  /** Exactly once, and never within a call of the connection's. With the peer's code, ours, or 1006 for none. */
  onClose(code: number): void;
}

/** What the upgrade request said. */
export interface Visitor {
  /** Path and query. */
  readonly url: string;
  readonly remoteAddress: string;
  /** The Host header. */
  readonly host: string | undefined;
  readonly origin: string | undefined;
  readonly authorization: string | undefined;
}

export interface Refusal {
  readonly status: 400 | 403 | 404 | 421 | 429 | 503;
  readonly message: string;
}

/** What becomes of a visitor that was let in. */
export type Welcome = (connection: Connection) => ConnectionEvents;

/** Whose sockets are below one path: the agents', the spectators'. */
export interface Endpoint {
  /** Where its paths begin, as `/ws/agent/`. */
  readonly prefix: string;
  /** A message may have so many bytes. */
  readonly maxMessageBytes: number;
  admit(visitor: Visitor): Result<Welcome, Refusal>;
}

/** What one port serves. */
interface Served {
  /** Answers every request that is no upgrade. */
  readonly app: FastifyInstance;
  readonly endpoints: readonly Endpoint[];
  readonly tls: Tls | undefined;
}

interface Place {
  readonly host: string;
  /** 0 takes any that is free. */
  readonly port: number;
  /** Called when the port is ours, before anybody is served. */
  onTaken(): void;
}

interface OpenPort {
  readonly port: number;
  /** Takes nobody in any more and cuts who is left. */
  close(): Promise<void>;
}

/** One port for HTTP and sockets, on one WebSocket library. What differs between them is in docs/operations.md. */
export interface Transport {
  readonly name: 'ws' | 'uws';
  /** Rejects with the system's error, as EADDRINUSE, when the port cannot be had. */
  listen(served: Served, place: Place): Promise<OpenPort>;
}

/** The endpoint that has this path. */
export function endpointOf<E extends Endpoint>(endpoints: readonly E[], url: string): E | undefined {
  return endpoints.find(({ prefix }) => url.startsWith(prefix));
}
