import { randomUUID } from 'node:crypto';
import { WebSocket } from 'ws';
import type { ErrorCode } from '#shared/core/error-codes.js';
import type { ActionResult } from '#shared/protocol/state/action-result.js';
import type {
  AgentMessage,
  AnswerByRequest,
  AuthSuccess,
  ErrorData,
  PushByType,
  PushMessage,
} from '#shared/protocol/state/messages.js';
import type { Offer } from '#shared/protocol/state/offer.js';
import type { AgentPushType } from '#shared/protocol/state/pushes.js';
import type { StateOf, StateQuery } from '#shared/protocol/state/state-answer.js';

export type { Offer } from '#shared/protocol/state/offer.js';
export type { StateOf, StateQuery } from '#shared/protocol/state/state-answer.js';

/** Where an agent connects, and as whom. */
export interface AgentClientOptions {
  /** The gateway's address, for example ws://127.0.0.1:8003. */
  readonly gateway: string;
  /** 1 to 64 of A-Z a-z 0-9 . _ : @ - */
  readonly agentId: string;
  /** Aborting it cuts the connection. */
  readonly signal?: AbortSignal;
  /** Called with every message from the gateway, before the client reads it; for logs. */
  readonly onMessage?: (message: AgentMessage) => void;
}

/** The gateway answered a request with an error. */
export class AgentError extends Error {
  override readonly name = 'AgentError';
  /** See docs/errors.md. */
  readonly code: ErrorCode;
  /** `retry_after` (seconds), `path`, `expected`, `did_you_mean`, and fields that depend on the code. */
  readonly details: ErrorData['details'];

  constructor({ code, message, details }: ErrorData) {
    super(`${code}: ${message}`);
    this.code = code;
    this.details = details;
  }
}

type Data = Readonly<Record<string, unknown>>;

interface TranscriptMore {
  readonly model?: string;
  /** The provider's own `usage`, of these blocks alone. */
  readonly usage?: Data;
  /** The turn they are about; by default the one under way. */
  readonly turn?: number;
}

interface Pending {
  resolve(answer: AgentMessage): void;
  reject(error: Error): void;
}

/** An agent's connection to the gateway: requests with answers, pushes to wait for. */
export class AgentClient {
  readonly agentId: string;
  /** Settles with the close code when the connection is gone. */
  readonly closed: Promise<number>;
  readonly #socket: WebSocket;
  readonly #pending = new Map<string, Pending>();
  readonly #pushes: PushMessage[] = [];
  readonly #waiting = new Set<() => void>();
  #isWelcomed = false;
  #lastSeq = 0;

  private constructor(socket: WebSocket, { agentId, onMessage }: AgentClientOptions) {
    this.agentId = agentId;
    this.#socket = socket;
    socket.on('message', (bytes) => {
      const message: AgentMessage = JSON.parse(String(bytes));
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
    while (!client.#isWelcomed) await client.#change('welcome');
    return client;
  }

  /** The number of the last push that came, 0 before the first: `last_seq` of a login that resumes the session. */
  get lastSeq(): number {
    return this.#lastSeq;
  }

  /** Logs in; `data` as in the specification's LLM_CONNECT. Rejects with AgentError. */
  connect(data: Data): Promise<AuthSuccess> {
    return this.request('llm_connect', data);
  }

  /** The state in the wanted form, `full` without a query: what stands in `data.data` of a state_update. */
  state<const Q extends StateQuery = { format: 'full' }>(query?: Q): Promise<StateOf<Q>>;
  async state(query: StateQuery = { format: 'full' }): Promise<object> {
    const { data } = await this.request('state_query', query);
    return data;
  }

  /**
   * The current turn and the actions that are legal now, the most useful first. An offer is sent back as it is:
   * `action(offer.type, offer)`.
   */
  async legalActions(): Promise<{ readonly turn: number; readonly offers: readonly Offer[] }> {
    const state = await this.state({ format: 'llm_optimized', include_legal_actions: true });
    return { turn: state.turn, offers: state.legal_actions };
  }

  /** Does an action and answers its verdict. Rejects with AgentError when it is not valid or refused. */
  action(actionType: string, fields: Data = {}): Promise<ActionResult> {
    return this.request('action', { action_type: actionType, ...fields });
  }

  /**
   * Tells those who watch what the model has thought and done: its blocks as its provider gave them, or `{kind, text}`
   * with kind reasoning, text, tool_call or tool_result. Best sent before the actions they led to.
   */
  transcript(blocks: readonly Data[], more: TranscriptMore = {}): Promise<AnswerByRequest['transcript']> {
    return this.request('transcript', { blocks, ...more });
  }

  /** Sends a request and settles with `data` of its answer. Rejects with AgentError. */
  request<T extends keyof AnswerByRequest>(type: T, data: Data): Promise<AnswerByRequest[T]>;
  request(type: string, data: Data): Promise<Data>;
  async request(type: string, data: Data): Promise<Data> {
    const correlationId = randomUUID();
    const answer = new Promise<AgentMessage>((resolve, reject) =>
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
    const answered = await answer;
    // Thrown here, after an await, the error has a stack that leads to the caller.
    if (answered.type === 'error') throw new AgentError(answered.data);
    return answered.data ?? {};
  }

  /**
   * The next push of that type that nobody has taken yet; waits for it. Throws when the connection closes before it comes.
   * The answer has the type to which `wanted` narrows, as `(data) => data.status === 'waiting'` does.
   */
  push<T extends AgentPushType, D extends PushByType[T]>(
    type: T,
    wanted: (data: PushByType[T]) => data is D,
  ): Promise<D>;
  push<T extends AgentPushType>(type: T, wanted?: (data: PushByType[T]) => boolean): Promise<PushByType[T]>;
  async push<T extends AgentPushType>(
    type: T,
    wanted: (data: PushByType[T]) => boolean = () => true,
  ): Promise<PushByType[T]> {
    for (;;) {
      const push = this.#pushes.filter((one) => isOfType(one, type)).find(({ data }) => wanted(data));
      if (push !== undefined) {
        this.#pushes.splice(this.#pushes.indexOf(push), 1);
        return push.data;
      }
      await this.#change(type);
    }
  }

  async close(): Promise<void> {
    this.#socket.close(1000);
    await this.closed;
  }

  #take(message: AgentMessage): void {
    if (message.seq === undefined) {
      if (message.type === 'welcome') this.#isWelcomed = true;
      this.#settle(message);
    } else {
      this.#lastSeq = message.seq;
      this.#pushes.push(message);
    }
    this.#wake();
  }

  #settle(answer: AgentMessage): void {
    const { correlation_id: id = '' } = answer;
    this.#pending.get(id)?.resolve(answer);
    this.#pending.delete(id);
  }

  /** Settles after the next message; throws when none can come any more. */
  async #change(awaited: string): Promise<void> {
    if (this.#socket.readyState >= WebSocket.CLOSING)
      throw new Error(`the connection closed before a ${awaited} came`);
    await new Promise<void>((resolve) => this.#waiting.add(resolve));
  }

  #wake(): void {
    const waiting = [...this.#waiting];
    this.#waiting.clear();
    for (const resolve of waiting) resolve();
  }
}

function isOfType<T extends AgentPushType>(
  push: PushMessage,
  type: T,
): push is PushMessage & { readonly type: T; readonly data: PushByType[T] } {
  return push.type === type;
}
