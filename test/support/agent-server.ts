import { createHmac, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { type WebSocket, WebSocketServer } from 'ws';
import { isJsonObject, type JsonObject } from '#shared/core/json.js';
import { parseWith } from '#shared/core/parse.js';
import { remoteGatewayMessages } from '#shared/protocol/remote-agent.js';

/** What gateways of tests sign their calls with. */
export const REMOTE_KEY = 'a-key-for-remote-agents';

/** A message of the gateway. */
export interface Received {
  readonly type: string;
  readonly seq?: number;
  readonly data: JsonObject;
}

/** How an agent answers a message, beside what tests take from it. */
export type AgentBehaviour = (message: Received, agent: AgentServer) => void;

/** An agent that listens for the gateway: a real WebSocket server whose messages a test takes or its behaviour answers. */
export class AgentServer implements AsyncDisposable {
  readonly received: Received[] = [];
  /** The requests of gateways, as they came. */
  readonly upgrades: IncomingMessage[] = [];
  /** Messages of the gateway that break its schemas. */
  readonly broken: string[] = [];
  readonly #server: WebSocketServer;
  readonly #behaviour: AgentBehaviour;
  #socket: WebSocket | undefined;
  #taken = 0;
  #waiting: (() => void)[] = [];

  private constructor(server: WebSocketServer, behaviour: AgentBehaviour) {
    this.#server = server;
    this.#behaviour = behaviour;
    server.on('connection', (socket, request) => {
      this.upgrades.push(request);
      this.#socket = socket;
      socket.on('message', (bytes) => this.#receive(JSON.parse(bytes.toString())));
    });
  }

  /** Listens on a free port of loopback, or on that port. Without a behaviour it only says that it is ready. */
  static async listen(behaviour: AgentBehaviour = () => {}, port = 0): Promise<AgentServer> {
    const server = new WebSocketServer({ port, host: '127.0.0.1' });
    await once(server, 'listening');
    return new AgentServer(server, behaviour);
  }

  get port(): number {
    const address = this.#server.address();
    return isJsonObject(address) ? Number(address.port) : 0;
  }

  get url(): string {
    return `ws://127.0.0.1:${this.port}/play?for=tests`;
  }

  send(type: string, data: JsonObject): void {
    this.#socket?.send(JSON.stringify({ type, data }));
  }

  /** Sends text as it is. */
  sendText(text: string): void {
    this.#socket?.send(text);
  }

  /** Cuts the connection. */
  cut(): void {
    this.#socket?.terminate();
  }

  /** The next message of that type after those taken before. */
  async take(type: string): Promise<JsonObject> {
    for (;;) {
      const at = this.received.findIndex((message, index) => index >= this.#taken && message.type === type);
      const found = this.received[at];
      if (found !== undefined) {
        this.#taken = at + 1;
        return found.data;
      }
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
  }

  /** The result of a call. */
  async call(id: string, name: string, args: JsonObject = {}): Promise<JsonObject> {
    this.send('function_call', { request_id: id, function: name, arguments: args });
    return this.take('function_result');
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const socket of this.#server.clients) socket.terminate();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #receive(message: Received): void {
    this.received.push(message);
    const schema = Object.entries(remoteGatewayMessages).find(([type]) => type === message.type)?.[1];
    const checked = schema && parseWith(schema, message.data);
    if (checked?.ok === false) this.broken.push(`${message.type}: ${checked.failure.message}`);
    if (message.type === 'hello') this.send('status', { status: 'ready' });
    this.#behaviour(message, this);
    for (const wake of this.#waiting.splice(0)) wake();
  }
}

/** Whether a request is signed with the key, as docs/remote-agents.md says. */
export function isSigned({ headers, url }: IncomingMessage, key = REMOTE_KEY): boolean {
  const {
    host,
    'x-freeciv-timestamp': time,
    'x-freeciv-nonce': nonce,
    'x-freeciv-signature': given,
  } = headers;
  const signed = ['v1', time, nonce, host, url].join('\n');
  const right = `v1=${createHmac('sha256', key).update(signed).digest('hex')}`;
  return (
    String(given).length === right.length && timingSafeEqual(Buffer.from(String(given)), Buffer.from(right))
  );
}

/** Plays as the brief advises, and ends each turn. */
export const playsAsAdvised: AgentBehaviour = ({ type, data }, agent) => {
  if (type === 'user_message') {
    const sync = agent.received.findLast((message) => message.type === 'state_sync')?.data.state;
    const advice = isJsonObject(sync) && Array.isArray(sync.advice) ? sync.advice : [];
    const actions = advice.map((one) => (isJsonObject(one) ? one.do : one));
    const id = `turn-${String(data.turn)}-${agent.upgrades.length}`;
    agent.send('status', { status: 'processing' });
    agent.send('chat_response', { message: `I play turn ${String(data.turn)}` });
    if (actions.length === 0) agent.send('end', {});
    else agent.send('function_call', { request_id: id, function: 'do', arguments: { actions } });
  }
  if (type === 'function_result') agent.send('end', {});
};
