import type { Socket } from 'node:net';
import { askUpgrade } from '../../../support/upgrade-request.js';
import { Mailbox } from '../../gateway/support/mailbox.js';

export interface ServerFrame {
  readonly opcode: number;
  readonly payload: Buffer;
}

/** A WebSocket client that writes whatever bytes a test wants, and reads the server's frames. */
export class RawClient {
  readonly frames = new Mailbox<ServerFrame>();
  readonly ended: Promise<void>;
  readonly #socket: Socket;
  #rest: Buffer = Buffer.alloc(0);
  #isUpgraded = false;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('error', () => {});
    socket.on('data', (bytes) => this.#take(bytes));
    this.ended = new Promise((resolve) => socket.on('close', () => resolve()));
  }

  /** A client that has read its welcome. */
  static async open(port: number, agentId: string): Promise<RawClient> {
    const client = new RawClient(await askUpgrade(port, `/ws/agent/${agentId}`));
    await client.frames.take();
    return client;
  }

  write(bytes: Uint8Array): void {
    this.#socket.write(bytes);
  }

  destroy(): void {
    this.#socket.destroy();
  }

  #take(bytes: Buffer): void {
    this.#rest = Buffer.concat([this.#rest, bytes]);
    if (!this.#isUpgraded) {
      const end = this.#rest.indexOf('\r\n\r\n');
      if (end < 0) return;
      this.#isUpgraded = true;
      this.#rest = this.#rest.subarray(end + 4);
    }
    for (let next = this.#cut(); next !== undefined; next = this.#cut()) this.frames.put(next);
  }

  #cut(): ServerFrame | undefined {
    const bytes = this.#rest;
    const [first = 0, second = 0] = bytes;
    if (bytes.length < 2) return undefined;
    const start = second === 126 ? 4 : second === 127 ? 10 : 2;
    if (bytes.length < start) return undefined;
    const length =
      start === 2 ? second : start === 4 ? bytes.readUInt16BE(2) : Number(bytes.readBigUInt64BE(2));
    if (bytes.length < start + length) return undefined;
    this.#rest = bytes.subarray(start + length);
    return { opcode: first & 0xf, payload: bytes.subarray(start, start + length) };
  }
}
