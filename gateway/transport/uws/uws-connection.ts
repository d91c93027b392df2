import { closeCodes } from '#shared/protocol/close-codes.js';
import type { Connection, ConnectionEvents, Welcome } from '../transport.js';
import { type Holdings, Inbox } from './inbox.js';
import type { UwsSocket } from './library.js';

/** A peer that does not take what was sent before the close frame is cut after this. */
const CLOSE_PATIENCE = 2_000;

export interface UwsConnectionOptions {
  readonly remoteAddress: string;
  readonly maxMessageBytes: number;
  readonly welcome: Welcome;
  readonly holdings: Holdings;
}

/** What the library keeps with a socket. */
export interface UwsSocketData {
  readonly connection: UwsConnection;
}

/** Joins a socket of the library, which may not be touched once it is closed, and whoever is to serve it. */
export class UwsConnection implements Connection {
  readonly remoteAddress: string;
  readonly #options: UwsConnectionOptions;
  readonly #inbox: Inbox;
  /** While it is open. */
  #socket: UwsSocket<UwsSocketData> | undefined;
  #events: ConnectionEvents | undefined;
  /** Since it is to be closed, until it is. */
  #closing: { end(): void; readonly cut: NodeJS.Timeout } | undefined;

  constructor(options: UwsConnectionOptions) {
    this.remoteAddress = options.remoteAddress;
    this.#options = options;
    this.#inbox = new Inbox(options.holdings);
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
    const cut = setTimeout(() => socket.close(), CLOSE_PATIENCE);
    this.#closing = { end: () => socket.end(code, reason), cut };
    this.#endWhenTaken();
  }

  opened(socket: UwsSocket<UwsSocketData>): void {
    this.#socket = socket;
    this.#events = this.#options.welcome(this);
  }

  /** The bytes are the library's again when this returns. */
  received(bytes: ArrayBuffer, isBinary: boolean): void {
    if (bytes.byteLength > this.#options.maxMessageBytes) this.#put(0, () => this.#tooBig());
    else if (isBinary) this.#put(0, () => this.#events?.onBinary());
    else {
      const text = Buffer.from(new Uint8Array(bytes));
      this.#put(text.length, () => this.#events?.onText(text));
    }
  }

  alive(): void {
    this.#put(0, () => this.#events?.onAlive());
  }

  drained(): void {
    if (this.#closing === undefined) this.#events?.onDrain();
    else this.#endWhenTaken();
  }

  closed(code: number): void {
    this.#socket = undefined;
    clearTimeout(this.#closing?.cut);
    this.#inbox.end(() => this.#events?.onClose(code));
  }

  /** The library sends the close frame at once or never. */
  #endWhenTaken(): void {
    if (this.bufferedBytes === 0) this.#closing?.end();
  }

  #put(bytes: number, hand: () => void): void {
    if (this.#closing !== undefined) return;
    if (!this.#inbox.put(bytes, hand)) this.close(closeCodes.policy, 'too many messages at once');
  }

  #tooBig(): void {
    this.#events?.onTooBig();
    this.close(closeCodes.tooBig, '');
  }
}
