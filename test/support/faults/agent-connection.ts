import { randomUUID } from 'node:crypto';
import { WebSocket } from 'ws';
import { z } from 'zod';

const messageSchema = z.looseObject({
  type: z.string(),
  seq: z.int().optional(),
  correlation_id: z.string().optional(),
  data: z.record(z.string(), z.unknown()).optional(),
});

export type Message = z.infer<typeof messageSchema>;
export type Data = Readonly<Record<string, unknown>>;

/** Longer than any deadline of the gateway: what has no answer then never gets one. */
const MAX_ANSWER_MS = 100_000;

/** The socket has gone before the answer came. */
export class ConnectionLost extends Error {
  override readonly name = 'ConnectionLost';
}

/** The socket is open and the answer has not come. */
export class Unanswered extends Error {
  override readonly name = 'Unanswered';
}

interface Pending {
  readonly resolve: (message: Message) => void;
  readonly reject: (error: Error) => void;
}

/**
 * One WebSocket of an agent that may be lost at any time. Unlike AgentClient (agent/client.ts) it can send a request again
 * under its correlation_id, and tells an answer that got lost with the socket (ConnectionLost) from one that never came
 * (Unanswered).
 */
export class AgentConnection {
  readonly agentId: string;
  readonly #socket: WebSocket;
  readonly #pending = new Map<string, Pending>();

  private constructor(socket: WebSocket, agentId: string, onPush: (message: Message) => void) {
    this.agentId = agentId;
    this.#socket = socket;
    socket.on('error', () => {}); // A close follows.
    socket.on('message', (bytes) => {
      const message = messageSchema.parse(JSON.parse(String(bytes)));
      const pending = this.#pending.get(message.correlation_id ?? '');
      if (pending === undefined) onPush(message);
      else pending.resolve(message);
    });
    socket.on('close', (code) => {
      for (const { reject } of this.#pending.values()) reject(new ConnectionLost(`closed with ${code}`));
    });
  }

  /** Connects to `port` of loopback. Rejects with ConnectionLost when nobody is there. */
  static async open(
    port: number,
    agentId: string,
    onPush: (message: Message) => void,
  ): Promise<AgentConnection> {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/ws/agent/${agentId}`, { handshakeTimeout: 30_000 });
    const connection = new AgentConnection(socket, agentId, onPush);
    await new Promise<void>((resolve, reject) => {
      socket.once('open', resolve);
      socket.once('close', (code) => reject(new ConnectionLost(`not opened: ${code}`)));
    });
    return connection;
  }

  /** Sends a request; its one answer, an error included. */
  async request(type: string, data: Data, correlationId: string = randomUUID()): Promise<Message> {
    if (this.#socket.readyState !== WebSocket.OPEN) throw new ConnectionLost('closed before the request');
    let timer: NodeJS.Timeout | undefined;
    try {
      return await new Promise<Message>((resolve, reject) => {
        this.#pending.set(correlationId, { resolve, reject });
        timer = setTimeout(() => reject(new Unanswered(`${type} ${correlationId}`)), MAX_ANSWER_MS);
        const envelope = { type, agent_id: this.agentId, timestamp: Date.now() / 1000 };
        this.#socket.send(JSON.stringify({ ...envelope, correlation_id: correlationId, data }));
      });
    } finally {
      clearTimeout(timer);
      this.#pending.delete(correlationId);
    }
  }

  /** Ends the socket without a close frame. */
  cut(): void {
    this.#socket.terminate();
  }
}
