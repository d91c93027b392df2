import { openWebSocket } from '#agent/websocket.js';
import type {
  AgentMessage,
  AnswerByRequest,
  AuthSuccess,
  PushByType,
  Welcome,
} from '#shared/protocol/state/messages.js';
import type { AgentPushType } from '#shared/protocol/state/pushes.js';
import { type Fields, NamedRequests, type RequestOptions } from './agent-requests.js';
import { type AgentError, agentError, GatewayLost, NoGateway } from './errors.js';
import { PushLog } from './push-log.js';
import type { TextWebSocket } from './websocket/websocket-events.js';

/** Where an agent connects, and as whom. */
export interface AgentConnectionOptions {
  /** The gateway's address, for example ws://127.0.0.1:8003. */
  readonly gateway: string;
  /** 1 to 64 of A-Z a-z 0-9 . _ : @ - */
  readonly agentId: string;
  /** Aborting it ends the attempt to connect. */
  readonly signal?: AbortSignal;
  /** Called with every message from the gateway, before the client reads it; for logs. */
  readonly onMessage?: ((message: AgentMessage) => void) | undefined;
  /** Where pushes go; by default into a log of this connection alone. */
  readonly pushes?: PushLog;
}

const MAX_OPEN_MS = 20_000;
const MAX_CLOSE_MS = 3_000;

interface Pending {
  resolve(answer: AgentMessage): void;
  reject(error: Error): void;
}

/** Of a request that may be sent more than once. */
export interface SendOptions extends RequestOptions {
  /** Names the request: the gateway carries out a name only once in a session. A random one by default. */
  readonly correlationId?: string;
}

/** One WebSocket of an agent: pairs answers with requests, keeps pushes until they are taken, sends nothing twice. */
export class AgentConnection extends NamedRequests {
  readonly agentId: string;
  /** Settles with the close code when the connection is gone. */
  readonly closed: Promise<number>;
  /** Called with every message, as a sign of life. */
  onAlive: () => void = () => {};
  readonly #socket: TextWebSocket;
  readonly #options: AgentConnectionOptions;
  readonly #pushes: PushLog;
  readonly #pending = new Map<string, Pending>();
  /** What the gateway said to no request in particular: why it closes the connection. */
  #complaint: AgentError | undefined;
  #welcome: Welcome | undefined;
  #lost: GatewayLost | undefined;
  readonly #onClosed: (code: number) => void;
  #onChange: () => void = () => {};

  private constructor(options: AgentConnectionOptions) {
    super();
    const { gateway, agentId, pushes = new PushLog() } = options;
    this.agentId = agentId;
    this.#options = options;
    this.#pushes = pushes;
    const { promise, resolve } = withResolver<number>();
    this.closed = promise;
    this.#onClosed = resolve;
    const base = gateway.replace(/^http/, 'ws').replace(/\/$/, '');
    const url = `${base}/ws/agent/${encodeURIComponent(agentId)}`;
    this.#socket = openWebSocket(url, {
      onText: (text) => this.#receive(JSON.parse(text)),
      onClose: (code, reason) => this.#end(this.#lossOf(code, reason, base)),
    });
  }

  /** Opens the connection and waits for the gateway's welcome. Rejects with GatewayLost. */
  static async open(options: AgentConnectionOptions): Promise<AgentConnection> {
    const connection = new AgentConnection(options);
    const { signal } = options;
    const cut = () => connection.cut('no welcome came');
    const timer = setTimeout(cut, signal?.aborted === true ? 0 : MAX_OPEN_MS);
    signal?.addEventListener('abort', cut, { once: true });
    await new Promise<void>((resolve) => {
      connection.#onChange = resolve;
    });
    clearTimeout(timer);
    signal?.removeEventListener('abort', cut);
    if (connection.#lost !== undefined) throw connection.#lost;
    return connection;
  }

  /** What the gateway said first: its limits and heartbeat. */
  get welcome(): Welcome | undefined {
    return this.#welcome;
  }

  /** Why the connection is gone; undefined while it is not. */
  get lost(): GatewayLost | undefined {
    return this.#lost;
  }

  /** The number of the last push that came, 0 before the first: `last_seq` of a login that resumes the session. */
  get lastSeq(): number {
    return this.#pushes.lastSeq;
  }

  /** Logs in; `data` as in the specification's LLM_CONNECT. Rejects with AgentError. */
  connect(data: Fields): Promise<AuthSuccess> {
    return this.request('llm_connect', data);
  }

  /** Sends a request once. Rejects with the AgentError of its code, and with GatewayLost when no answer can come. */
  request<T extends keyof AnswerByRequest>(
    type: T,
    data: object,
    options?: SendOptions,
  ): Promise<AnswerByRequest[T]>;
  request(type: string, data: object, options?: SendOptions): Promise<Fields>;
  async request(
    type: string,
    data: object,
    { correlationId = randomId(), signal }: SendOptions = {},
  ): Promise<Fields> {
    signal?.throwIfAborted();
    if (this.#lost !== undefined) throw this.#lost;
    const text = this.#frame(type, data, correlationId);
    const { promise, resolve, reject } = withResolver<AgentMessage>();
    const abandon = () => {
      this.#pending.delete(correlationId);
      reject(signal?.reason);
    };
    this.#pending.set(correlationId, { resolve, reject });
    signal?.addEventListener('abort', abandon, { once: true });
    this.#socket.send(text);
    // Thrown here, after an await, the error has a stack that leads to the caller.
    const answer = await promise.finally(() => signal?.removeEventListener('abort', abandon));
    if (answer.type === 'error') throw agentError(answer.data);
    return answer.data ?? {};
  }

  /** Waits for the next push of that type that is not taken yet, narrowed by `wanted`. Rejects when the connection closes. */
  push<T extends AgentPushType, D extends PushByType[T]>(
    type: T,
    wanted: (data: PushByType[T]) => data is D,
  ): Promise<D>;
  push<T extends AgentPushType>(type: T, wanted?: (data: PushByType[T]) => boolean): Promise<PushByType[T]>;
  push<T extends AgentPushType>(
    type: T,
    wanted: (data: PushByType[T]) => boolean = () => true,
  ): Promise<PushByType[T]> {
    return this.#pushes.take(type, wanted);
  }

  /** Sends what a living gateway answers; the answer is not awaited. */
  ping(): void {
    this.#socket.send(this.#frame('ping', {}, randomId()));
  }

  /** Ends the connection at once, without the gateway. */
  cut(reason: string): void {
    this.#end(new GatewayLost(1006, reason));
    this.#socket.cut();
  }

  /** Closes the connection and waits for the gateway to agree, for a moment. */
  async close(): Promise<void> {
    const timer = setTimeout(() => this.cut('closed'), MAX_CLOSE_MS);
    this.#socket.close();
    await this.closed;
    clearTimeout(timer);
  }

  #frame(type: string, data: object, correlationId: string): string {
    const text = JSON.stringify({
      type,
      agent_id: this.agentId,
      timestamp: Date.now() / 1000,
      correlation_id: correlationId,
      data,
    });
    // The gateway closes the connection on a longer message, and would on each further attempt.
    const max = this.#welcome?.max_message_bytes ?? Number.POSITIVE_INFINITY;
    if (text.length * 3 <= max || new TextEncoder().encode(text).length <= max) return text;
    throw agentError({ code: 'E106', message: `The message is larger than ${max} bytes`, details: {} });
  }

  #receive(message: AgentMessage): void {
    if (this.#lost !== undefined) return;
    this.#options.onMessage?.(message);
    this.onAlive();
    if (message.type === 'welcome') {
      this.#welcome = message.data;
      this.#onChange();
    } else if (message.seq !== undefined) this.#pushes.add(message);
    else this.#settle(message);
  }

  #settle(answer: AgentMessage): void {
    if (answer.type === 'llm_connect') this.#pushes.logIn(answer.data, this.agentId);
    const { correlation_id: id } = answer;
    if (id === undefined) {
      if (answer.type === 'error') this.#complaint = agentError(answer.data);
      return;
    }
    this.#pending.get(id)?.resolve(answer);
    this.#pending.delete(id);
  }

  #lossOf(code: number, reason: string, address: string): GatewayLost {
    const isUnopened = code === 1006 && this.#welcome === undefined && this.#complaint === undefined;
    return isUnopened ? new NoGateway(address, reason) : new GatewayLost(code, reason, this.#complaint);
  }

  #end(lost: GatewayLost): void {
    if (this.#lost !== undefined) return;
    this.#lost = lost;
    for (const { reject } of this.#pending.values()) reject(lost);
    this.#pending.clear();
    if (this.#options.pushes === undefined) this.#pushes.end(lost);
    this.#onClosed(lost.closeCode);
    this.#onChange();
  }
}

/** A promise and what settles it; Node 20 has no Promise.withResolvers. */
function withResolver<T>() {
  let resolve: (value: T) => void = () => {};
  let reject: (error: unknown) => void = () => {};
  const promise = new Promise<T>((resolved, rejected) => {
    resolve = resolved;
    reject = rejected;
  });
  return { promise, resolve, reject };
}

/** 96 random bits. Unlike crypto.randomUUID this works on pages that came over plain HTTP. */
export function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
