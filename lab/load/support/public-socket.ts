import { once } from 'node:events';
import { WebSocket } from 'ws';
import { z } from 'zod';

type Data = Readonly<Record<string, unknown>>;

/** What is read of a message: the envelope that every server of the protocol sends. */
const messageSchema = z.looseObject({
  type: z.string(),
  correlation_id: z.string().optional(),
  data: z.record(z.string(), z.unknown()).optional(),
});

/** Types of messages that answer nothing. */
const PUSHES = new Set([
  ...['welcome', 'ping', 'turn_start', 'turn_end', 'game_ready', 'game_ended'],
  ...['event', 'chat_message', 'status', 'operator_message'],
]);

/** An answer to a request: its data, and its code when it is an error. */
export interface PublicAnswer {
  readonly type: string;
  readonly data: Data;
  /** `E110` for example; `lost` when the connection ended, `timeout` when nothing came. */
  readonly error: string | undefined;
}

interface Waiting {
  readonly id: string;
  settle(answer: PublicAnswer): void;
}

/** Of all sockets: a session that goes on over another socket would take a repeated id for the same request. */
let requests = 0;

/** Longer than any deadline of a gateway. */
const MAX_ANSWER_MS = 100_000;

/**
 * A socket of an agent that knows the public protocol alone: envelopes, answers by `correlation_id` or, where a server sends
 * none, in the order of the requests.
 */
export class PublicSocket {
  readonly #socket: WebSocket;
  readonly #agentId: string;
  readonly #onPush: (type: string, data: Data) => void;
  #waiting: Waiting[] = [];
  /** Settles when the connection has ended. */
  readonly closed: Promise<unknown>;

  private constructor(socket: WebSocket, agentId: string, onPush: (type: string, data: Data) => void) {
    this.#socket = socket;
    this.#agentId = agentId;
    this.#onPush = onPush;
    this.closed = new Promise((resolve) => socket.once('close', resolve));
    socket.on('error', () => {});
    socket.on('message', (bytes) => this.#take(String(bytes)));
    socket.on('close', () => {
      for (const waiting of this.#waiting.splice(0)) waiting.settle(failed('lost'));
    });
  }

  /** Opens `/ws/agent/{agentId}` of a gateway. Rejects when it does not open. */
  static async open(
    gateway: string,
    agentId: string,
    onPush: (type: string, data: Data) => void,
  ): Promise<PublicSocket> {
    const url = `${gateway.replace(/\/$/, '')}/ws/agent/${encodeURIComponent(agentId)}`;
    const socket = new WebSocket(url, { perMessageDeflate: false, handshakeTimeout: 20_000 });
    const opened = new PublicSocket(socket, agentId, onPush);
    await once(socket, 'open');
    return opened;
  }

  /** Sends a request and answers what came for it. Never rejects. */
  request(type: string, data: Data): Promise<PublicAnswer> {
    requests += 1;
    const id = `${this.#agentId}-${requests}`;
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.#settle(id, failed('timeout')), MAX_ANSWER_MS);
      const settle = (answer: PublicAnswer) => {
        clearTimeout(timer);
        resolve(answer);
      };
      if (this.#socket.readyState !== WebSocket.OPEN) return settle(failed('lost'));
      this.#waiting.push({ id, settle });
      this.#send(type, data, id);
    });
  }

  /** Ends the connection at once. */
  cut(): void {
    this.#socket.terminate();
  }

  /** Closes the connection and waits for its end. */
  async close(): Promise<void> {
    if (this.#socket.readyState === WebSocket.CLOSED) return;
    const timer = setTimeout(() => this.cut(), 3_000);
    this.#socket.close(1000);
    await this.closed;
    clearTimeout(timer);
  }

  #send(type: string, data: Data, correlation_id: string): void {
    const timestamp = Date.now() / 1000;
    this.#socket.send(JSON.stringify({ type, agent_id: this.#agentId, timestamp, correlation_id, data }));
  }

  #take(text: string): void {
    const message = messageSchema.safeParse(JSON.parse(text));
    if (!message.success) return;
    const { type, correlation_id: id, data = {} } = message.data;
    if (type === 'ping') this.#send('pong', {}, id ?? 'pong');
    if (PUSHES.has(type)) {
      this.#onPush(type, data);
      return;
    }
    const error = type === 'error' ? String(data.error_code ?? data.code ?? 'unnamed') : undefined;
    this.#settle(id ?? this.#waiting[0]?.id, { type, data, error });
  }

  #settle(id: string | undefined, answer: PublicAnswer): void {
    const waiting = this.#waiting.find((each) => each.id === id);
    if (waiting === undefined) return;
    this.#waiting = this.#waiting.filter((each) => each !== waiting);
    waiting.settle(answer);
  }
}

function failed(error: string): PublicAnswer {
  return { type: 'error', data: {}, error };
}
