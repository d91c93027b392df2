import { randomUUID } from 'node:crypto';
import { WebSocket } from 'ws';
import { z } from 'zod';
import { isJsonObject } from '#shared/core/json.js';
import type { OutgoingEnvelope } from '#shared/protocol/envelope.js';

/** Where an agent connects, and as whom. */
export interface AgentClientOptions {
  /** The gateway's address, for example ws://127.0.0.1:8003. */
  readonly gateway: string;
  /** 1 to 64 of A-Z a-z 0-9 . _ : @ - */
  readonly agentId: string;
  /** Aborting it cuts the connection. */
  readonly signal?: AbortSignal;
  /** Called with every message from the gateway, before the client reads it; for logs. */
  readonly onMessage?: (message: OutgoingEnvelope) => void;
}

/** The gateway answered a request with an error. */
export class AgentError extends Error {
  override readonly name = 'AgentError';
  readonly code: string;
  readonly details: Readonly<Record<string, unknown>>;

  constructor(data: Readonly<Record<string, unknown>>) {
    super(`${String(data.code)}: ${String(data.message)}`);
    this.code = String(data.code);
    this.details = isJsonObject(data.details) ? data.details : {};
  }
}

type Data = Readonly<Record<string, unknown>>;

const offerSchema = z.looseObject({ type: z.string(), label: z.string() });
const legalActionsSchema = z.looseObject({ turn: z.int(), legal_actions: z.array(offerSchema) });

/** A legal action. `label` is a sentence for people and models; the other fields are those of the action. */
export type Offer = Readonly<z.infer<typeof offerSchema>>;

interface TranscriptMore {
  readonly model?: string;
  /** The provider's own `usage`, of these blocks alone. */
  readonly usage?: Data;
  /** The turn they are about; by default the one under way. */
  readonly turn?: number;
}

interface Pending {
  resolve(data: Data): void;
  reject(error: Error): void;
}

/** An agent's connection to the gateway: requests with answers, pushes to wait for. */
export class AgentClient {
  readonly agentId: string;
  /** Settles with the close code when the connection is gone. */
  readonly closed: Promise<number>;
  readonly #socket: WebSocket;
  readonly #pending = new Map<string, Pending>();
  readonly #pushes: OutgoingEnvelope[] = [];
  readonly #waiting = new Set<() => void>();
  #lastSeq = 0;

  private constructor(socket: WebSocket, { agentId, onMessage }: AgentClientOptions) {
    this.agentId = agentId;
    this.#socket = socket;
    socket.on('message', (bytes) => {
      const message: OutgoingEnvelope = JSON.parse(String(bytes));
      onMessage?.(message);
      this.#take(message);
    });
    this.closed = new Promise((resolve) => {
      socket.once('close', (code: number) => {
        for (const pending of this.#pending.values())
          pending.reject(new Error(`connection closed with ${code}`));
        this.#pending.clear();
        this.#wake();
        resolve(code);
      });
    });
  }

  /** Opens the connection and waits for the gateway's welcome. */
  static async open(options: AgentClientOptions): Promise<AgentClient> {
    const socket = new WebSocket(`${options.gateway}/ws/agent/${options.agentId}`);
    options.signal?.addEventListener('abort', () => socket.terminate(), { once: true });
    const client = new AgentClient(socket, options);
    await new Promise((resolve, reject) => {
      socket.once('open', resolve);
      socket.once('error', reject);
    });
    await client.push('welcome');
    return client;
  }

  /** The number of the last push that came, 0 before the first: `last_seq` of a login that resumes the session. */
  get lastSeq(): number {
    return this.#lastSeq;
  }

  /** Logs in; `data` as in the specification's LLM_CONNECT. Rejects with AgentError. */
  connect(data: Data): Promise<Data> {
    return this.request('llm_connect', data);
  }

  /** The state in the wanted form: what stands in `data.data` of a state_update. */
  async state(query: Data = { format: 'full' }): Promise<Data> {
    const { data } = await this.request('state_query', query);
    if (!isJsonObject(data)) throw new Error('a state_update without a state');
    return data;
  }

  /**
   * The current turn and the actions that are legal now, the most useful first. An offer is sent back as it is:
   * `action(offer.type, offer)`.
   */
  async legalActions(): Promise<{ readonly turn: number; readonly offers: readonly Offer[] }> {
    const state = await this.state({ format: 'llm_optimized', include_legal_actions: true });
    const { turn, legal_actions: offers } = legalActionsSchema.parse(state);
    return { turn, offers };
  }

  /** Does an action and answers its verdict. Rejects with AgentError when it is not valid or refused. */
  action(actionType: string, fields: Data = {}): Promise<Data> {
    return this.request('action', { action_type: actionType, ...fields });
  }

  /**
   * Tells those who watch what the model has thought and done: its blocks as its provider gave them, or `{kind, text}`
   * with kind reasoning, text, tool_call or tool_result. Best sent before the actions they led to.
   */
  transcript(blocks: readonly Data[], more: TranscriptMore = {}): Promise<Data> {
    return this.request('transcript', { blocks, ...more });
  }

  /** Sends a request and settles with `data` of its answer. */
  request(type: string, data: Data): Promise<Data> {
    const correlationId = randomUUID();
    const answer = new Promise<Data>((resolve, reject) =>
      this.#pending.set(correlationId, { resolve, reject }),
    );
    this.#socket.send(
      JSON.stringify({
        type,
        agent_id: this.agentId,
        timestamp: Date.now() / 1000,
        correlation_id: correlationId,
        data,
      }),
    );
    return answer;
  }

  /** The next push of that type that nobody has taken yet; waits for it. */
  async push(type: string, wanted: (data: Data) => boolean = () => true): Promise<Data> {
    for (;;) {
      const index = this.#pushes.findIndex((message) => message.type === type && wanted(message.data ?? {}));
      if (index >= 0) return this.#pushes.splice(index, 1)[0]?.data ?? {};
      if (this.#socket.readyState >= WebSocket.CLOSING)
        throw new Error(`the connection closed before a ${type} came`);
      await new Promise<void>((resolve) => this.#waiting.add(resolve));
    }
  }

  async close(): Promise<void> {
    this.#socket.close(1000);
    await this.closed;
  }

  #take(message: OutgoingEnvelope): void {
    const pending = this.#pending.get(message.correlation_id ?? '');
    if (message.seq !== undefined) this.#lastSeq = message.seq;
    if (pending === undefined) {
      this.#pushes.push(message);
      this.#wake();
      return;
    }
    this.#pending.delete(message.correlation_id ?? '');
    if (message.type === 'error') pending.reject(new AgentError(message.data ?? {}));
    else pending.resolve(message.data ?? {});
  }

  #wake(): void {
    const waiting = [...this.#waiting];
    this.#waiting.clear();
    for (const resolve of waiting) resolve();
  }
}
