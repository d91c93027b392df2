import type { AddressInfo } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';
import {
  type LinkAnswer,
  type LinkPush,
  type LinkRequest,
  linkRequestSchema,
  linkText,
} from '#shared/protocol/link.js';
import { PERSON_LINK_PATH } from '#shared/protocol/person-link.js';
import { Mailbox } from './mailbox.js';
import { PersonLink } from './person-link.js';

export const secret = 'a-secret-of-the-tests';

type Responder = (request: LinkRequest, proxy: ScriptedProxy) => void;

/** The proxy's side of the link, for faults the real one does not produce on demand. */
export class ScriptedProxy {
  readonly requests = new Mailbox<LinkRequest>();
  readonly received: LinkRequest[] = [];
  /** The links of people's clients. */
  readonly people = new Mailbox<PersonLink>();
  readonly connections = new Mailbox<'connected'>();
  /** What is done with each request; `answerAll` unless a test says otherwise. */
  respond: Responder = answerAll;
  readonly port: number;
  #server: WebSocketServer;
  #link: WebSocket | undefined;

  private constructor(server: WebSocketServer) {
    this.#server = server;
    this.port = portOf(server);
    this.#serve(server);
  }

  static async start(): Promise<ScriptedProxy> {
    return new ScriptedProxy(await listen(0));
  }

  answer(request: LinkRequest, type: LinkAnswer['type'], data: Record<string, unknown>): void {
    const { agent_id, game_id, correlation_id } = request;
    this.#send({ agent_id, game_id, correlation_id, type, data, timestamp: Date.now() / 1000 });
  }

  push(type: LinkPush['type'], agentId: string, gameId: string, data: Record<string, unknown> = {}): void {
    this.#send({ type, agent_id: agentId, game_id: gameId, timestamp: Date.now() / 1000, data });
  }

  sendRaw(text: string): void {
    this.#link?.send(text);
  }

  /** Cuts the link; the port stays open for the next. */
  cut(): void {
    this.#link?.terminate();
  }

  async stop(): Promise<void> {
    this.cut();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  /** Listens again on the same port, as a proxy that was restarted does. */
  async restart(): Promise<void> {
    this.#server = await listen(this.port);
    this.#serve(this.#server);
  }

  #serve(server: WebSocketServer): void {
    server.on('connection', (socket, request) => {
      if (request.headers.authorization !== `Bearer ${secret}`) throw new Error('wrong secret');
      if (request.url === PERSON_LINK_PATH) return this.people.put(new PersonLink(socket));
      this.#link = socket;
      this.connections.put('connected');
      socket.on('message', (bytes) => {
        const message = linkRequestSchema.parse(JSON.parse(bytes.toString()));
        this.received.push(message);
        this.requests.put(message);
        this.respond(message, this);
      });
    });
  }

  #send(message: LinkAnswer | LinkPush): void {
    this.sendRaw(linkText(message));
  }
}

export function answerAll(request: LinkRequest, proxy: ScriptedProxy): void {
  switch (request.type) {
    case 'llm_connect':
      proxy.answer(request, 'llm_connect', seated(request));
      return;
    case 'state_query':
      proxy.answer(request, 'state_update', { type: 'state_response', format: 'full', data: { turn: 1 } });
      return;
    case 'action':
      proxy.answer(request, 'action_result', { type: 'action_result', success: true, result: {} });
      return;
    case 'outcome':
      proxy.answer(request, 'error', {
        ...{ error_code: 'E131', error_message: 'Not known' },
        details: { outcome: 'unknown' },
      });
      return;
  }
}

function seated(request: LinkRequest): Record<string, unknown> {
  return { player_id: 1, game_id: request.game_id, server_port: 5556 };
}

async function listen(port: number): Promise<WebSocketServer> {
  const server = new WebSocketServer({ host: '127.0.0.1', port });
  await new Promise((resolve) => server.once('listening', resolve));
  return server;
}

function portOf(server: WebSocketServer): number {
  const address: AddressInfo | string | null = server.address();
  if (address === null || typeof address === 'string') throw new Error('not listening');
  return address.port;
}
