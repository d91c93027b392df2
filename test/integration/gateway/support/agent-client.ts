import { WebSocket } from 'ws';
import { z } from 'zod';
import { Mailbox } from './mailbox.js';

const messageSchema = z.looseObject({
  type: z.string(),
  seq: z.number().optional(),
  correlation_id: z.string().optional(),
  data: z.record(z.string(), z.unknown()).optional(),
});

export type Message = z.infer<typeof messageSchema>;

/** A client that does nothing by itself: every frame is sent and taken by the test. */
export class AgentClient implements AsyncDisposable {
  readonly agentId: string;
  readonly socket: WebSocket;
  readonly inbox = new Mailbox<Message>();
  readonly closed: Promise<{ code: number; reason: string }>;

  constructor(port: number, agentId: string) {
    this.agentId = agentId;
    this.socket = new WebSocket(`ws://127.0.0.1:${port}/ws/agent/${agentId}`);
    this.socket.on('message', (bytes) => this.inbox.put(messageSchema.parse(JSON.parse(bytes.toString()))));
    this.socket.on('error', () => {});
    this.closed = new Promise((resolve) => {
      this.socket.on('close', (code, reason) => resolve({ code, reason: reason.toString() }));
    });
  }

  /** A client that has read its welcome. */
  static async open(port: number, agentId: string): Promise<AgentClient> {
    const client = new AgentClient(port, agentId);
    const welcome = await client.next();
    if (welcome.type !== 'welcome') throw new Error(`expected a welcome, got ${welcome.type}`);
    return client;
  }

  /** A client that has logged in. */
  static async loggedIn(
    port: number,
    agentId: string,
    data: Record<string, unknown> = {},
  ): Promise<AgentClient> {
    const client = await AgentClient.open(port, agentId);
    const answer = await client.logIn(data);
    if (answer.type !== 'llm_connect') throw new Error(`login failed: ${JSON.stringify(answer)}`);
    return client;
  }

  async logIn(data: Record<string, unknown> = {}): Promise<Message> {
    this.sendSpec('llm_connect', { api_token: 'good-token', game_id: 'g1', ...data });
    return this.next();
  }

  next(): Promise<Message> {
    return this.inbox.take();
  }

  /** The next message of that type, letting others pass. */
  async nextOf(type: string): Promise<Message> {
    for (;;) {
      const message = await this.next();
      if (message.type === type) return message;
    }
  }

  send(message: unknown): void {
    this.socket.send(JSON.stringify(message));
  }

  sendSpec(type: string, data: Record<string, unknown>, correlationId?: string): void {
    const correlated = correlationId === undefined ? {} : { correlation_id: correlationId };
    this.send({ type, agent_id: this.agentId, timestamp: Date.now() / 1000, ...correlated, data });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  async close(): Promise<void> {
    this.socket.close();
    await this.closed;
  }
}
