import { closeCodes } from '#shared/protocol/close-codes.js';
import type { Connection, ConnectionEvents, ConnectionHandler } from '../../gateway/transport/transport.js';
import { Inbox, type InboxBudget } from './inbox.js';
import type { UwsSocket } from './library.js';

/** A peer that does not read what was sent before the close frame within this time is cut. */
const CLOSE_TIMEOUT_MS = 2_000;

/** What a connection is made with. */
export interface UwsConnectionOptions {
  readonly remoteAddress: string;
  readonly maxMessageBytes: number;
  readonly onConnection: ConnectionHandler;
  readonly budget: InboxBudget;
}

/** The data that the library stores with a socket. */
export interface UwsSocketData {
  readonly connection: UwsConnection;
}

/** Connects a socket of the library to its handler. The library's socket must not be used once it is closed. */
export class UwsConnection implements Connection {
  readonly remoteAddress: string;
  readonly #options: UwsConnectionOptions;
  readonly #inbox: Inbox;
  #socket: UwsSocket<UwsSocketData> | undefined;
  #events: ConnectionEvents | undefined;
  /** Set from the call of `close` until the socket is closed. */
  #closing: { end(): void; readonly cut: NodeJS.Timeout } | undefined;

  constructor(options: UwsConnectionOptions) {
    this.remoteAddress = options.remoteAddress;
    this.#options = options;
    this.#inbox = new Inbox(options.budget);
  }

  get bufferedBytes(): number {
    return this.#socket?.getBufferedAmount() ?? 0;
  }

  send(text: string | Uint8Array): void {
    if (this.#closing === undefined) this.#socket?.send(text, false);
  }

  sendBinary(bytes: Uint8Array): void {
    if (this.#closing === undefined) this.#socket?.send(bytes, true);
  }

  batch(work: () => void): void {
    work();
  }

  ping(): void {
    this.#socket?.ping();
  }

  pause(): void {
    this.#inbox.pause();
  }

  resume(): void {
    this.#inbox.resume();
  }

  close(code: number, reason: string): void {
    const socket = this.#socket;
    if (socket === undefined || this.#closing !== undefined) return;
    this.#inbox.clear();
    const cut = setTimeout(() => socket.close(), CLOSE_TIMEOUT_MS);
    this.#closing = { end: () => socket.end(code, reason), cut };
    this.#endWhenDrained();
  }

  onOpen(socket: UwsSocket<UwsSocketData>): void {
    this.#socket = socket;
    this.#events = this.#options.onConnection(this);
  }

  /** A message came. The library reuses the bytes when this returns. */
  onMessage(bytes: ArrayBuffer, isBinary: boolean): void {
    if (bytes.byteLength > this.#options.maxMessageBytes) this.#enqueue(0, () => this.#onTooBig());
    else if (isBinary) this.#enqueue(0, () => this.#events?.onBinary());
    else {
      const text = Buffer.from(new Uint8Array(bytes));
      this.#enqueue(text.length, () => this.#events?.onText(text));
    }
  }

  onAlive(): void {
    this.#enqueue(0, () => this.#events?.onAlive());
  }

  /** Sent bytes were written to the operating system. */
  onDrain(): void {
    if (this.#closing === undefined) this.#events?.onDrain();
    else this.#endWhenDrained();
  }

  onClose(code: number): void {
    this.#socket = undefined;
    clearTimeout(this.#closing?.cut);
    this.#inbox.close(() => this.#events?.onClose(code));
  }

  /** The library sends the close frame immediately or never, so what was sent before must be written first. */
  #endWhenDrained(): void {
    if (this.bufferedBytes === 0) this.#closing?.end();
  }

  #enqueue(bytes: number, deliver: () => void): void {
    if (this.#closing !== undefined) return;
    if (!this.#inbox.enqueue(bytes, deliver)) this.close(closeCodes.policy, 'too many messages at once');
  }

  #onTooBig(): void {
    this.#events?.onTooBig();
    this.close(closeCodes.tooBig, '');
  }
}
