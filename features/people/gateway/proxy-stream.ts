import type { Socket } from 'node:net';
import { WebSocket } from 'ws';
import { type Cancel, type Clock, every } from '#shared/core/clock.js';
import { parseJson } from '#shared/core/json.js';
import {
  PERSON_LINK_PATH,
  type PersonJoin,
  personCloseCodes,
  personSeatedSchema,
} from '#shared/protocol/person-link.js';

/** What the client has sent waits in its socket while the proxy has this many bytes to read. */
const MAX_UNREAD_BY_PROXY = 1 << 20;
/** What the proxy has sent waits in the WebSocket while the client has this many bytes to read. */
const MAX_UNREAD_BY_CLIENT = 4 << 20;
/** With so many unread bytes the client is cut. */
const MAX_BUFFERED_BYTES = 16 << 20;
/** Pings without an answer until the connection is cut. None is read while the client is slow, so that it has a minute for what waits. */
const MAX_MISSED_PINGS = 6;
const HANDSHAKE_TIMEOUT_MS = 5_000;
/** The proxy sends what the game server writes: it is never near this. */
const MAX_MESSAGE_BYTES = 8 << 20;

/** What a stream is made with. */
export interface ProxyStreamOptions {
  /** Where the proxy takes people. */
  readonly url: string;
  /** PROXY_SECRET. */
  readonly secret: string;
  readonly join: PersonJoin;
  /** Of the client; paused. */
  readonly socket: Socket;
  readonly clock: Clock;
  readonly pingMs: number;
}

/** What a stream reports. */
export interface ProxyStreamEvents {
  /** The proxy takes the client's bytes from now on. */
  onOpen(): void;
  /** The client has its seat. */
  onSeated(): void;
  /** The last event, exactly once: the proxy's close code, or 1006 without one. */
  onClose(code: number): void;
}

/** Where the proxy with this WebSocket URL takes people. */
export function personUrl(url: string): string {
  return new URL(PERSON_LINK_PATH, url).href;
}

/** One WebSocket to the proxy, which carries the bytes of one client in both directions. Neither side is read while the other is behind. */
export class ProxyStream {
  readonly #options: ProxyStreamOptions;
  readonly #link: WebSocket;
  #missedPings = 0;
  #stopPings: Cancel = () => {};

  constructor(options: ProxyStreamOptions, events: ProxyStreamEvents) {
    const { url, secret, socket } = options;
    this.#options = options;
    this.#link = new WebSocket(url, {
      headers: { authorization: `Bearer ${secret}` },
      perMessageDeflate: false,
      // As on the link of the agents: the mask is for browsers.
      generateMask: () => {},
      handshakeTimeout: HANDSHAKE_TIMEOUT_MS,
      maxPayload: MAX_MESSAGE_BYTES,
    });
    const onData = (bytes: Buffer) => this.#toProxy(bytes);
    const onDrain = () => this.#link.resume();
    this.#link.on('open', () => {
      this.#begin();
      socket.on('data', onData);
      socket.on('drain', onDrain);
      socket.resume();
      events.onOpen();
    });
    this.#link.on('message', (bytes, isBinary) => {
      this.#missedPings = 0;
      if (!Buffer.isBuffer(bytes)) return;
      if (isBinary) this.#toClient(bytes);
      else if (personSeatedSchema.safeParse(parseJson(String(bytes))).success) events.onSeated();
    });
    this.#link.on('pong', () => {
      this.#missedPings = 0;
    });
    // `close` follows.
    this.#link.on('error', () => {});
    this.#link.on('close', (code) => {
      this.#stopPings();
      socket.off('data', onData);
      socket.off('drain', onDrain);
      // What the client still sends goes nowhere, and its end must be seen.
      socket.resume();
      events.onClose(code);
    });
  }

  /** Has the proxy tell the client this sentence and end the connection. */
  end(sentence: string): void {
    if (this.#link.readyState === WebSocket.OPEN) this.#link.send(JSON.stringify({ end: sentence }));
  }

  /** Closes the WebSocket: the client has gone. */
  close(): void {
    this.#link.resume();
    this.#link.close(personCloseCodes.done);
  }

  /** Cuts the WebSocket. */
  cut(): void {
    this.#link.terminate();
  }

  #begin(): void {
    const { clock, pingMs, join } = this.#options;
    this.#link.send(JSON.stringify(join));
    this.#stopPings = every(clock, pingMs, () => {
      if (this.#missedPings >= MAX_MISSED_PINGS) return this.cut();
      this.#missedPings += 1;
      this.#link.ping();
    });
  }

  #toProxy(bytes: Buffer): void {
    const { socket } = this.#options;
    const link = this.#link;
    if (link.readyState !== WebSocket.OPEN) return;
    link.send(bytes, () => {
      if (link.bufferedAmount <= MAX_UNREAD_BY_PROXY) socket.resume();
    });
    if (link.bufferedAmount > MAX_UNREAD_BY_PROXY) socket.pause();
  }

  #toClient(bytes: Buffer): void {
    const { socket } = this.#options;
    if (socket.destroyed) return;
    socket.write(bytes);
    if (socket.writableLength > MAX_BUFFERED_BYTES) socket.destroy();
    else if (socket.writableLength > MAX_UNREAD_BY_CLIENT) this.#link.pause();
  }
}
