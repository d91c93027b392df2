import { errorCodes } from '#shared/core/error-codes.js';
import { closeCodes } from '#shared/protocol/close-codes.js';
import type { GameRequestType } from '#shared/protocol/game-operations.js';
import type {
  AgentMessage,
  AnswerByRequest,
  AuthSuccess,
  PushMessage,
} from '#shared/protocol/state/messages.js';
import { type AgentAnswer, type RequestRefusal, refusalOf } from './agent-answer.js';
import type { StoredSeat } from './stored-seat.js';
import { type RequestFrame, UnansweredRequests } from './unanswered-requests.js';

/** The state of the agent's connection. */
export type AgentLinkStatus =
  | { readonly kind: 'connecting' }
  | { readonly kind: 'seated'; readonly resumed: boolean }
  /** The connection is lost, or the seat is not free yet; the page tries again. */
  | { readonly kind: 'lost'; readonly reason: string }
  /** The page does not try again: the seat was left, taken over or refused. */
  | { readonly kind: 'over'; readonly code: string; readonly reason: string };

/** The seat, and where its messages go. */
export interface AgentLinkOptions {
  /** Token, agent and game, and the session to resume. */
  readonly seat: StoredSeat;
  /** Further fields of llm_connect. */
  readonly wishes: Readonly<Record<string, unknown>>;
  onSession(sessionId: string | undefined, seq: number): void;
  onPush(message: PushMessage): void;
  onStatus(status: AgentLinkStatus): void;
}

const MIN_RETRY_MS = 500;
const MAX_RETRY_MS = 8_000;
const PING_MS = 15_000;
/** Without a message for this long the connection counts as lost. */
const SILENCE_MS = 40_000;

/**
 * The socket of an agent, reconnected when it is lost. Each connection logs in, resumes the session and sends unanswered
 * requests again; the gateway carries out a correlation_id only once.
 */
export class AgentLink {
  readonly #options: AgentLinkOptions;
  readonly #pending = new UnansweredRequests((text) => {
    if (this.#isSeated) this.#socket?.send(text);
    return this.#isSeated;
  });
  readonly #pingTimer: number;
  #socket: WebSocket | undefined;
  #session: string | undefined;
  #seq: number;
  #isSeated = false;
  #lastMessageAt = 0;
  #retryMs = MIN_RETRY_MS;
  #timer = 0;
  /** The correlation_id of the login in flight. */
  #loginId = '';
  #ended = false;

  constructor(options: AgentLinkOptions) {
    this.#options = options;
    this.#session = options.seat.sessionId;
    this.#seq = options.seat.seq;
    this.#pingTimer = setInterval(() => this.#ping(), PING_MS);
    this.#connect();
  }

  /** Sends a request, again on each new connection until it is answered. Settles with the answer. */
  request<T extends GameRequestType>(type: T, data: object): Promise<AgentAnswer<AnswerByRequest[T]>> {
    return this.#pending.send(this.#newFrame(type, data), type === 'state_query');
  }

  close(): void {
    this.#end({ code: 'closed', message: 'You have left the game' });
  }

  #connect(): void {
    const { protocol, host } = location;
    const scheme = protocol === 'https:' ? 'wss:' : 'ws:';
    const { agentId } = this.#options.seat;
    const socket = new WebSocket(`${scheme}//${host}/ws/agent/${encodeURIComponent(agentId)}`);
    this.#socket = socket;
    this.#lastMessageAt = performance.now();
    socket.onmessage = ({ data }) => {
      this.#lastMessageAt = performance.now();
      const message: AgentMessage = JSON.parse(String(data));
      if (this.#socket === socket) this.#onMessage(message);
    };
    socket.onclose = ({ code, reason }) => {
      if (this.#socket === socket) this.#closed(code, reason);
    };
  }

  #onMessage(message: AgentMessage): void {
    if (message.type === 'welcome') this.#sendLogin();
    else if (message.correlation_id === this.#loginId) this.#onLoginAnswer(message);
    else if (message.seq !== undefined) {
      this.#seq = message.seq;
      this.#options.onSession(this.#session, message.seq);
      this.#options.onPush(message);
    } else this.#pending.settle(message);
  }

  #sendLogin(): void {
    const { seat, wishes } = this.#options;
    const session = this.#session === undefined ? {} : { session_id: this.#session, last_seq: this.#seq };
    const who = { api_token: seat.token, model: 'human', game_id: seat.gameId };
    const frame = this.#newFrame('llm_connect', { ...wishes, ...who, ...session });
    this.#loginId = frame.correlation_id;
    this.#socket?.send(JSON.stringify(frame));
  }

  #onLoginAnswer(message: AgentMessage): void {
    if (message.type === 'error') this.#onLoginRefused(refusalOf(message));
    if (message.type === 'llm_connect') this.#onLoggedIn(message.data);
  }

  #onLoggedIn({ session_id: session, resumed }: AuthSuccess): void {
    const isResumed = resumed === true;
    this.#session = session;
    if (!isResumed) this.#seq = 0;
    this.#isSeated = true;
    this.#retryMs = MIN_RETRY_MS;
    this.#options.onSession(session, this.#seq);
    this.#pending.resend(isResumed);
    this.#options.onStatus({ kind: 'seated', resumed: isResumed });
  }

  #onLoginRefused(refusal: RequestRefusal): void {
    // The session has ended, the seat has not: log in without the session.
    if (refusal.code === 'E124') {
      this.#session = undefined;
      this.#sendLogin();
      return;
    }
    const { retry } = errorCodes[isErrorCode(refusal.code) ? refusal.code : 'E500'];
    if (retry) this.#reconnect(refusal.message, refusal.retryAfter);
    else this.#end(refusal);
  }

  #closed(code: number, reason: string): void {
    if (code === closeCodes.replaced)
      this.#end({ code: 'replaced', message: 'This seat is played from another place now' });
    else if (code >= 4500) this.#end({ code: String(code), message: reason });
    else this.#reconnect('The connection is lost');
  }

  #reconnect(reason: string, seconds?: number): void {
    this.#drop();
    if (this.#ended) return;
    this.#options.onStatus({ kind: 'lost', reason });
    const wait = seconds === undefined ? this.#retryMs * (0.5 + Math.random() / 2) : seconds * 1000;
    this.#timer = setTimeout(() => this.#connect(), wait);
    this.#retryMs = Math.min(MAX_RETRY_MS, this.#retryMs * 2);
  }

  #ping(): void {
    if (!this.#isSeated) return;
    if (performance.now() - this.#lastMessageAt > SILENCE_MS) this.#reconnect('Nothing is heard of the game');
    else this.#socket?.send(JSON.stringify(this.#newFrame('ping', {})));
  }

  #end({ code, message }: Pick<RequestRefusal, 'code' | 'message'>): void {
    if (this.#ended) return;
    this.#ended = true;
    clearInterval(this.#pingTimer);
    clearTimeout(this.#timer);
    this.#drop();
    this.#pending.refuseAll({ code, message, didYouMean: [], retryAfter: undefined });
    this.#options.onStatus({ kind: 'over', code, reason: message });
  }

  #drop(): void {
    const socket = this.#socket;
    this.#socket = undefined;
    this.#isSeated = false;
    socket?.close();
  }

  #newFrame<T extends string>(type: T, data: object): RequestFrame<T> {
    const { agentId: agent_id } = this.#options.seat;
    return { type, agent_id, timestamp: Date.now() / 1000, correlation_id: crypto.randomUUID(), data };
  }
}

function isErrorCode(code: string): code is keyof typeof errorCodes {
  return Object.hasOwn(errorCodes, code);
}
