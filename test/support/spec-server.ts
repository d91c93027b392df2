import { once } from 'node:events';
import { type WebSocket, WebSocketServer } from 'ws';
import { z } from 'zod';

type Data = Readonly<Record<string, unknown>>;

const requestSchema = z.looseObject({
  type: z.string(),
  correlation_id: z.string().optional(),
  data: z.looseObject({ action_type: z.string().optional() }),
});

/**
 * A server of another kind that speaks the public protocol and no more than that: no sequence numbers, no news but the turn. All
 * its agents play one game; a turn ends with the first `end_turn`.
 */
export class SpecServer implements AsyncDisposable {
  /** What was asked, in order: the type, and for actions what they are. */
  readonly asked: string[] = [];
  /** The correlation ids of these. */
  readonly ids: (string | undefined)[] = [];
  readonly #server: WebSocketServer;
  readonly #sockets = new Set<WebSocket>();
  readonly #namesRequests: boolean;
  #turn = 1;

  private constructor(server: WebSocketServer, namesRequests: boolean) {
    this.#server = server;
    this.#namesRequests = namesRequests;
    server.on('connection', (socket, { url = '' }) => this.#welcome(socket, url));
  }

  /** `namesRequests`: whether answers carry the `correlation_id`, which the protocol does not ask for. */
  static async start({ namesRequests = true } = {}): Promise<SpecServer> {
    const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
    const started = new SpecServer(server, namesRequests);
    await once(server, 'listening');
    return started;
  }

  get url(): string {
    const address = this.#server.address();
    return `ws://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const socket of this.#sockets) socket.terminate();
    this.#server.close();
    await once(this.#server, 'close');
  }

  #welcome(socket: WebSocket, url: string): void {
    this.#sockets.add(socket);
    if (url.startsWith('/ws/spectator/')) {
      this.#send(socket, 'snapshot', { turn: this.#turn });
      return;
    }
    this.#send(socket, 'welcome', {});
    socket.on('message', (bytes) => {
      const { type, correlation_id, data } = requestSchema.parse(JSON.parse(String(bytes)));
      this.asked.push(data.action_type ?? type);
      this.ids.push(correlation_id);
      const name = this.#namesRequests ? correlation_id : undefined;
      if (type === 'llm_connect')
        this.#send(socket, type, { success: true, session_id: 's', player_id: 1 }, name);
      if (type === 'state_query') this.#send(socket, 'state_update', this.#state(), name);
      if (type === 'action') this.#act(socket, data.action_type, name);
    });
  }

  #act(socket: WebSocket, action: string | undefined, name: string | undefined): void {
    this.#send(socket, 'action_result', { type: 'action_result', success: true }, name);
    if (action !== 'end_turn') return;
    this.#turn += 1;
    for (const each of this.#sockets) this.#send(each, 'turn_start', { turn: this.#turn });
  }

  #state(): Data {
    const legal_actions = [1, 2].map((unit_id) => ({ type: 'unit_move', unit_id, target: { x: 1, y: 1 } }));
    return { type: 'state_response', format: 'llm_optimized', data: { turn: this.#turn, legal_actions } };
  }

  #send(socket: WebSocket, type: string, data: Data, correlation_id?: string): void {
    socket.send(JSON.stringify({ type, agent_id: 'a', timestamp: Date.now() / 1000, correlation_id, data }));
  }
}
