import { once } from 'node:events';
import { inflateRawSync } from 'node:zlib';
import { WebSocket } from 'ws';
import type { SpectatorSnapshot, SpectatorUpdate } from '#shared/spectator/messages.js';
import type { RecordedTurn } from '#shared/spectator/requests.js';

interface SpectatorMessage {
  readonly type: string;
  readonly game_id: string;
  readonly data: Record<string, unknown>;
}

/** A spectator of the gateway, as a program of somebody else would be one. */
export class SpectatorClient implements AsyncDisposable {
  readonly received: SpectatorMessage[] = [];
  /** Of all that was received, as it came. */
  bytes = 0;
  /** Settles with the close code. */
  readonly closed: Promise<number>;
  readonly #socket: WebSocket;
  readonly #untaken: SpectatorMessage[] = [];
  #wake: () => void = () => {};

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    this.closed = new Promise((resolve) => socket.once('close', resolve));
    socket.on('message', (bytes: Buffer, isBinary) => {
      this.bytes += bytes.length;
      const message = JSON.parse(String(isBinary ? inflateRawSync(bytes) : bytes));
      this.received.push(message);
      this.#untaken.push(message);
      this.#wake();
    });
  }

  static async open(gatewayUrl: string, gameId: string, query = ''): Promise<SpectatorClient> {
    const socket = new WebSocket(`${gatewayUrl}/ws/spectator/${gameId}${query}`);
    const client = new SpectatorClient(socket);
    await once(socket, 'open');
    return client;
  }

  /** The next message of that type that nobody has taken yet. */
  async next(type: string): Promise<SpectatorMessage> {
    for (;;) {
      const index = this.#untaken.findIndex((message) => message.type === type);
      const [found] = index < 0 ? [] : this.#untaken.splice(index, 1);
      if (found !== undefined) return found;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  async snapshot(): Promise<SpectatorSnapshot> {
    const { data } = await this.next('snapshot');
    return JSON.parse(JSON.stringify(data));
  }

  async update(): Promise<SpectatorUpdate> {
    const { data } = await this.next('update');
    return JSON.parse(JSON.stringify(data));
  }

  /** A turn of the past that was asked for. */
  async turn(): Promise<RecordedTurn> {
    const { data } = await this.next('turn');
    return JSON.parse(JSON.stringify(data));
  }

  send(message: unknown): void {
    this.#socket.send(JSON.stringify(message));
  }

  async close(): Promise<void> {
    this.#socket.close();
    await this.closed;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }
}
