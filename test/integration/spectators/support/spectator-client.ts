import { once } from 'node:events';
import { inflateRawSync } from 'node:zlib';
import { WebSocket } from 'ws';
import type { z } from 'zod';
import { errorDataSchema, nothingSchema } from '#shared/protocol/agent-answers.js';
import type { SpectatorSnapshot, SpectatorUpdate } from '#shared/protocol/spectator/messages.js';
import { spectatorSnapshotSchema, spectatorUpdateSchema } from '#shared/protocol/spectator/messages.js';
import type { RecordedTurn } from '#shared/protocol/spectator/recording.js';
import {
  recordedTurnSchema,
  recordingInfoSchema,
  spectatorStatusSchema,
} from '#shared/protocol/spectator/recording.js';
import { applyUpdate, type SpectatorView, viewOf } from '#shared/protocol/spectator/view.js';
import { misfits } from '../../../support/fits.js';

interface SpectatorMessage {
  readonly type: string;
  readonly game_id: string;
  readonly data: Record<string, unknown>;
}

/** The schemas of what spectators are sent, by the type of the message. */
const dataSchemas: ReadonlyMap<string, z.ZodType> = new Map<string, z.ZodType>([
  ['snapshot', spectatorSnapshotSchema],
  ['update', spectatorUpdateSchema],
  ['recording', recordingInfoSchema],
  ['turn', recordedTurnSchema],
  ['status', spectatorStatusSchema],
  ['error', errorDataSchema],
  ['pong', nothingSchema],
]);

/** A spectator of the gateway, as a program of somebody else would be one. */
export class SpectatorClient implements AsyncDisposable {
  readonly received: SpectatorMessage[] = [];
  /** Of all that was received, as it came. */
  bytes = 0;
  /** Settles with the close code. */
  readonly closed: Promise<number>;
  readonly #socket: WebSocket;
  readonly #untaken: SpectatorMessage[] = [];
  readonly #misfits: string[] = [];
  #wake: () => void = () => {};

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    this.closed = new Promise((resolve) => socket.once('close', resolve));
    socket.on('message', (bytes: Buffer, isBinary) => {
      this.bytes += bytes.length;
      const message = JSON.parse(String(isBinary ? inflateRawSync(bytes) : bytes));
      this.received.push(message);
      this.#check(message);
      this.#untaken.push(message);
      this.#wake();
    });
  }

  /** Notes what does not fit the schemas of the protocol. */
  #check({ type, data }: SpectatorMessage): void {
    const schema = dataSchemas.get(type);
    if (schema === undefined) this.#misfits.push(`${type}: a message of a type without a schema`);
    else this.#misfits.push(...misfits(schema, data).map((problem) => `${type}: ${problem}`));
  }

  /** Connects; a token is shown by header. */
  static async open(
    gatewayUrl: string,
    gameId: string,
    query = '',
    token?: string,
  ): Promise<SpectatorClient> {
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
    const socket = new WebSocket(`${gatewayUrl}/ws/spectator/${gameId}${query}`, { headers });
    const client = new SpectatorClient(socket);
    await once(socket, 'open');
    return client;
  }

  /** The next message of one of those types that is not taken yet; only one may be waited for at a time. */
  async next(...types: readonly string[]): Promise<SpectatorMessage> {
    for (;;) {
      const index = this.#untaken.findIndex(({ type }) => types.includes(type));
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

  /** What the viewer is shown next: who is slow is sent a snapshot in place of updates. */
  async frame(): Promise<SpectatorSnapshot | SpectatorUpdate> {
    const { data } = await this.next('update', 'snapshot');
    return JSON.parse(JSON.stringify(data));
  }

  /** Brings a view on by the next update, or to the next snapshot: who has missed something is sent one. */
  async follow(view: SpectatorView): Promise<SpectatorView> {
    const { type, data } = await this.next('snapshot', 'update');
    const told = JSON.parse(JSON.stringify(data));
    if (type === 'snapshot') return viewOf(told);
    if (!applyUpdate(view, told)) throw new Error('an update that does not follow');
    return view;
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

  /** Throws when a message did not fit its schema. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
    if (this.#misfits.length > 0) throw new Error(this.#misfits.slice(0, 5).join('\n'));
  }
}
