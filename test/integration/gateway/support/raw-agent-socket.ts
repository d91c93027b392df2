import { WebSocket } from 'ws';
import { z } from 'zod';
import { Mailbox } from './mailbox.js';

const messageSchema = z.looseObject({
  type: z.string(),
  seq: z.number().optional(),
  correlation_id: z.string().optional(),
  data: z.record(z.string(), z.unknown()).optional(),
});

/** A message as it came; only the envelope is checked. */
export type Message = z.infer<typeof messageSchema>;

/**
 * The socket of an agent, for tests of the socket itself: they send each frame and take each frame in the order it comes,
 * answers and pushes alike, may leave frames unread, cut the socket, and see code and reason of its close. AgentConnection
 * (agent/agent-connection.ts) hides all that: it pairs answers with requests, sets pushes aside and throws what was refused. Tests
 * that play a game use it.
 */
export class RawAgentSocket implements AsyncDisposable {
  readonly agentId: string;
  readonly socket: WebSocket;
  readonly inbox = new Mailbox<Message>();
  readonly closed: Promise<{ code: number; reason: string }>;

  constructor(port: number, agentId: string, headers: Readonly<Record<string, string>> = {}) {
    this.agentId = agentId;
    this.socket = new WebSocket(`ws://127.0.0.1:${port}/ws/agent/${agentId}`, { headers });
    this.socket.on('message', (bytes) => this.inbox.put(messageSchema.parse(JSON.parse(bytes.toString()))));
    this.socket.on('error', () => {});
    this.closed = new Promise((resolve) => {
      this.socket.on('close', (code, reason) => resolve({ code, reason: reason.toString() }));
    });
  }

  /** Opens a socket and takes its welcome. */
  static async open(
    port: number,
    agentId: string,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<RawAgentSocket> {
    const client = new RawAgentSocket(port, agentId, headers);
    const welcome = await client.next();
    if (welcome.type !== 'welcome') throw new Error(`expected a welcome, got ${welcome.type}`);
    return client;
  }

  /** Opens a socket and logs in. Throws when the login is refused. */
  static async loggedIn(
    port: number,
    agentId: string,
    data: Record<string, unknown> = {},
  ): Promise<RawAgentSocket> {
    const client = await RawAgentSocket.open(port, agentId);
    const answer = await client.logIn(data);
    if (answer.type !== 'llm_connect') throw new Error(`login failed: ${JSON.stringify(answer)}`);
    return client;
  }

  /** Sends llm_connect with the token and game of the fixture, unless `data` has others, and takes the next message. */
  async logIn(data: Record<string, unknown> = {}): Promise<Message> {
    this.sendRequest('llm_connect', { api_token: 'good-token', game_id: 'g1', ...data });
    return this.next();
  }

  /** Takes the next message; waits for it. */
  next(): Promise<Message> {
    return this.inbox.take();
  }

  /** Takes messages until one has that type. */
  async nextOf(type: string): Promise<Message> {
    for (;;) {
      const message = await this.next();
      if (message.type === type) return message;
    }
  }

  /** Sends anything as JSON. */
  send(message: unknown): void {
    this.socket.send(JSON.stringify(message));
  }

  /** Sends a request in the envelope of the specification. */
  sendRequest(type: string, data: Record<string, unknown>, correlationId?: string): void {
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
