import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { WebSocket } from 'ws';
import { z } from 'zod';
import { isJsonObject, parseJson } from '#shared/core/json.js';
import {
  type IdempotencyKey,
  type LinkAnswer,
  type LinkPush,
  type LinkRequest,
  linkAnswerSchema,
  linkPushSchema,
} from '#shared/protocol/link.js';
import { proxySecret } from './settings.js';

type Data = Readonly<Record<string, unknown>>;

/** One seat as a gateway asks for it over a link. */
export interface LinkSeat {
  readonly agentId: string;
  readonly gameId: string;
}

const connectedSchema = z.looseObject({ outbox: z.looseObject({ outbox: z.string(), seq: z.int() }) });

/** A gateway's link to a proxy, without a gateway: what it says is what the proxy said. */
export class LinkClient {
  readonly pushes: LinkPush[] = [];
  readonly #socket: WebSocket;
  readonly #answers = new Map<string, (answer: LinkAnswer) => void>();

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.on('message', (bytes) => this.#receive(parseJson(String(bytes))));
    socket.on('error', () => undefined);
  }

  static async open(port: number): Promise<LinkClient> {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/llmsocket/8002`, {
      headers: { authorization: `Bearer ${proxySecret}` },
    });
    const client = new LinkClient(socket);
    await once(socket, 'open');
    return client;
  }

  /** Resolves when the link is closed. */
  get closed(): Promise<unknown> {
    return this.#socket.readyState === WebSocket.CLOSED ? Promise.resolve() : once(this.#socket, 'close');
  }

  /** The one answer to a request; never resolves when the link is lost before. */
  request(
    { agentId, gameId }: LinkSeat,
    type: LinkRequest['type'],
    data: Data = {},
    once?: IdempotencyKey,
    flags: Pick<LinkRequest, 'with_optimized'> = {},
  ): Promise<LinkAnswer> {
    const correlation_id = randomUUID();
    const message: LinkRequest = {
      ...flags,
      ...{ agent_id: agentId, game_id: gameId, timestamp: Date.now() / 1000, type, correlation_id },
      ...{ data: { ...data }, ...(once !== undefined && { once }) },
    };
    const answer = new Promise<LinkAnswer>((resolve) => this.#answers.set(correlation_id, resolve));
    this.#socket.send(JSON.stringify(message));
    return answer;
  }

  /** Takes the seat; the numbering of its pushes. */
  async connect(seat: LinkSeat, data: Data = {}): Promise<string> {
    const answer = await this.request(seat, 'llm_connect', data);
    if (answer.type === 'error') throw new Error(JSON.stringify(answer.data));
    return connectedSchema.parse(answer.data).outbox.outbox;
  }

  close(): void {
    this.#socket.terminate();
  }

  #receive(message: unknown): void {
    if (!isJsonObject(message)) return;
    if (message.correlation_id === undefined) {
      this.pushes.push(linkPushSchema.parse(message));
      return;
    }
    const answer = linkAnswerSchema.parse(message);
    this.#answers.get(answer.correlation_id)?.(answer);
    this.#answers.delete(answer.correlation_id);
  }
}
