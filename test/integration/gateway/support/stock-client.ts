import { connect, type Socket } from 'node:net';
import { FrameSplitter } from '../../../../proxy/freeciv/frame-splitter.js';
import { Protocol } from '../../../../proxy/freeciv/protocol.js';
import { type WirePacket, WireStream } from '../../../../proxy/freeciv/wire-stream.js';
import { Mailbox } from './mailbox.js';

const CAPABILITY = '+Freeciv-3.0-network year32 plrculture32';

/** What an ordinary FreeCiv client does until it has joined, in the proxy's own codec. */
export class StockClient implements AsyncDisposable {
  readonly socket: Socket;
  readonly packets = new Mailbox<WirePacket>();
  /** Resolves when the connection is closed. */
  readonly closed: Promise<'closed'>;
  readonly #stream = new WireStream(Protocol.ofServer('3.0.6'), 'server');
  #isClosed = false;

  constructor(port: number, localAddress = '127.0.0.1') {
    this.socket = connect({ host: '127.0.0.1', port, localAddress });
    this.socket.on('error', () => {});
    const splitter = new FrameSplitter();
    this.socket.on('data', (bytes: Buffer) =>
      splitter.push(bytes, (frame) => {
        const packet = this.#stream.decode(Buffer.from(frame));
        // The beginning and the end of each answer.
        if (!packet.name.startsWith('processing_')) this.packets.put(packet);
      }),
    );
    this.closed = new Promise((resolve) =>
      this.socket.once('close', () => {
        this.#isClosed = true;
        resolve('closed');
      }),
    );
  }

  /** A client whose password dialog is open. */
  static async asked(port: number): Promise<StockClient> {
    const client = new StockClient(port);
    client.askToJoin();
    await client.packets.take();
    return client;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  askToJoin(): void {
    const version = { versionLabel: '', majorVersion: 3, minorVersion: 0, patchVersion: 6 };
    this.#send('server_join_req', { username: 'anna', capability: CAPABILITY, ...version });
  }

  /** Enters a token as the password; returns the answer of the gateway. */
  async enter(password: string): Promise<WirePacket> {
    this.#send('authentication_reply', { password });
    return this.packets.take();
  }

  /** Enters a token that is right. */
  join(password: string): void {
    this.#send('authentication_reply', { password });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.socket.destroy();
    await this.closed;
  }

  #send(name: string, fields: Record<string, unknown>): void {
    this.socket.write(this.#stream.encode({ name, fields }));
  }
}
