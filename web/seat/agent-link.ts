import { errorCodes } from '#shared/core/error-codes.js';
import { closeCodes } from '#shared/protocol/close-codes.js';
import { type AgentMessage, type Answer, type Refusal, refusalIn } from './agent-message.js';
import type { KeptSeat } from './kept-seat.js';
import { type Frame, Unanswered } from './unanswered.js';

export type AgentLinkStatus =
  | { readonly name: 'connecting' }
  | { readonly name: 'seated'; readonly resumed: boolean }
  /** The connection is gone, or the seat is not to be had yet; it is tried again. */
  | { readonly name: 'lost'; readonly reason: string }
  /** There is no use in trying again. */
  | { readonly name: 'over'; readonly code: string; readonly reason: string };

export interface AgentLinkOptions {
  /** Who plays where; and the session to resume, which is kept up to date. */
  readonly seat: KeptSeat;
  /** More of what llm_connect takes. */
  readonly wishes: Readonly<Record<string, unknown>>;
  onSession(sessionId: string | undefined, seq: number): void;
  onPush(message: AgentMessage): void;
  onStatus(status: AgentLinkStatus): void;
}

const RETRY_MS = { first: 500, most: 8_000 } as const;
const PING_MS = 15_000;
/** Without a word for so long the connection is dead. */
const SILENCE_MS = 40_000;

/**
 * The socket of an agent, over as many connections as it takes: logs in, resumes its session, and sends again what was
 * not answered: the gateway does nothing twice that has the same correlation_id.
 */
export class AgentLink {
  readonly #options: AgentLinkOptions;
  readonly #unanswered = new Unanswered((text) => {
    if (this.#isSeated) this.#socket?.send(text);
    return this.#isSeated;
  });
  readonly #beating: number;
  #socket: WebSocket | undefined;
  #session: string | undefined;
  #seq: number;
  #isSeated = false;
  #heard = 0;
  #retry: number = RETRY_MS.first;
  #timer = 0;
  /** The correlation_id of the login that is under way. */
  #login = '';
  #ended = false;

  constructor(options: AgentLinkOptions) {
    this.#options = options;
    this.#session = options.seat.sessionId;
    this.#seq = options.seat.seq;
    this.#beating = setInterval(() => this.#beat(), PING_MS);
    this.#connect();
  }

  /** Settles with the one answer it gets, however many connections that takes. */
  request(type: string, data: object): Promise<Answer<AgentMessage['data']>> {
    return this.#unanswered.add(this.#frame(type, data), type === 'state_query');
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
    this.#heard = performance.now();
    socket.onmessage = ({ data }) => {
      this.#heard = performance.now();
      const message: AgentMessage = JSON.parse(String(data));
      if (this.#socket === socket) this.#take(message);
    };
    socket.onclose = ({ code, reason }) => {
      if (this.#socket === socket) this.#closed(code, reason);
    };
  }

  #take(message: AgentMessage): void {
    const { type, correlation_id: id, seq } = message;
    if (type === 'welcome') this.#logIn();
    else if (id === this.#login) this.#loggedIn(message);
    else if (!this.#unanswered.take(message) && seq !== undefined) {
      this.#seq = seq;
      this.#options.onSession(this.#session, seq);
      this.#options.onPush(message);
    }
  }

  #logIn(): void {
    const { seat, wishes } = this.#options;
    const session = this.#session === undefined ? {} : { session_id: this.#session, last_seq: this.#seq };
    const who = { api_token: seat.token, model: 'human', game_id: seat.gameId };
    const frame = this.#frame('llm_connect', { ...wishes, ...who, ...session });
    this.#login = frame.correlation_id;
    this.#socket?.send(JSON.stringify(frame));
  }

  #loggedIn(message: AgentMessage): void {
    if (message.type === 'error') {
      this.#refused(refusalIn(message));
      return;
    }
    const { session_id: session, resumed } = message.data;
    this.#session = String(session);
    if (resumed !== true) this.#seq = 0;
    this.#isSeated = true;
    this.#retry = RETRY_MS.first;
    this.#options.onSession(this.#session, this.#seq);
    this.#unanswered.sendAgain(resumed === true);
    this.#options.onStatus({ name: 'seated', resumed: resumed === true });
  }

  #refused(refusal: Refusal): void {
    // The session is gone, the seat is not: it is taken anew.
    if (refusal.code === 'E124') {
      this.#session = undefined;
      this.#logIn();
      return;
    }
    const { retry } = errorCodes[isErrorCode(refusal.code) ? refusal.code : 'E500'];
    if (retry) this.#again(refusal.message, refusal.retryAfter);
    else this.#end(refusal);
  }

  #closed(code: number, reason: string): void {
    if (code === closeCodes.replaced)
      this.#end({ code: 'replaced', message: 'This seat is played from another place now' });
    else if (code >= 4500) this.#end({ code: String(code), message: reason });
    else this.#again('The connection is lost');
  }

  #again(reason: string, seconds?: number): void {
    this.#drop();
    if (this.#ended) return;
    this.#options.onStatus({ name: 'lost', reason });
    const wait = seconds === undefined ? this.#retry * (0.5 + Math.random() / 2) : seconds * 1000;
    this.#timer = setTimeout(() => this.#connect(), wait);
    this.#retry = Math.min(RETRY_MS.most, this.#retry * 2);
  }

  #beat(): void {
    if (!this.#isSeated) return;
    if (performance.now() - this.#heard > SILENCE_MS) this.#again('Nothing is heard of the game');
    else this.#socket?.send(JSON.stringify(this.#frame('ping', {})));
  }

  #end({ code, message }: Pick<Refusal, 'code' | 'message'>): void {
    if (this.#ended) return;
    this.#ended = true;
    clearInterval(this.#beating);
    clearTimeout(this.#timer);
    this.#drop();
    this.#unanswered.refuse({ code, message, didYouMean: [], retryAfter: undefined });
    this.#options.onStatus({ name: 'over', code, reason: message });
  }

  #drop(): void {
    const socket = this.#socket;
    this.#socket = undefined;
    this.#isSeated = false;
    socket?.close();
  }

  #frame(type: string, data: object): Frame {
    const { agentId: agent_id } = this.#options.seat;
    return { type, agent_id, timestamp: Date.now() / 1000, correlation_id: crypto.randomUUID(), data };
  }
}

function isErrorCode(code: string): code is keyof typeof errorCodes {
  return Object.hasOwn(errorCodes, code);
}
