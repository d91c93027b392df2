import type { GameRequestType } from '#shared/protocol/game-operations.js';
import type { AgentMessage, AnswerByRequest } from '#shared/protocol/state/messages.js';
import { type AgentAnswer, type RequestRefusal, refusalOf } from './agent-answer.js';

interface UnansweredRequest {
  readonly frame: RequestFrame;
  /** True for queries, which may be sent again. */
  readonly isQuery: boolean;
  /** True once it was sent on any connection. */
  isSent: boolean;
  resolve(answer: AgentAnswer<AgentMessage['data']>): void;
}

/** A request as it is sent to the gateway. */
export interface RequestFrame<T extends string = string> {
  readonly type: T;
  readonly agent_id: string;
  /** In seconds since 1970. */
  readonly timestamp: number;
  readonly correlation_id: string;
  readonly data: object;
}

/** Requests without an answer yet; they outlive the connections they were sent on. */
export class UnansweredRequests {
  readonly #requests = new Map<string, UnansweredRequest>();
  readonly #send: (text: string) => boolean;

  /** `send` returns false while there is no connection. */
  constructor(send: (text: string) => boolean) {
    this.#send = send;
  }

  /** Sends a request and settles with its answer, whose `data` the protocol defines for each type of request. */
  send<T extends GameRequestType>(
    frame: RequestFrame<T>,
    isQuery: boolean,
  ): Promise<AgentAnswer<AnswerByRequest[T]>>;
  send(frame: RequestFrame, isQuery: boolean): Promise<AgentAnswer<AgentMessage['data']>> {
    return new Promise((resolve) => this.#sendRequest({ frame, isQuery, isSent: false, resolve }));
  }

  /**
   * Sends all requests on another connection. In the same session the gateway carries out a correlation_id only once. In a
   * new session it would carry it out again, so actions that were sent before are refused instead: the state shows whether
   * they were done.
   */
  resend(isSameSession: boolean): void {
    for (const [id, request] of [...this.#requests]) {
      if (isSameSession || request.isQuery || !request.isSent) this.#sendRequest(request);
      else {
        this.#requests.delete(id);
        request.resolve({ ok: false, refusal: outcomeUnknown });
      }
    }
  }

  /** Settles the request that a message answers; false when there is none. */
  settle(message: AgentMessage): boolean {
    const id = message.correlation_id ?? '';
    const request = this.#requests.get(id);
    if (request === undefined) return false;
    this.#requests.delete(id);
    const refusal = message.type === 'error' ? refusalOf(message) : undefined;
    // A query over the rate limit is sent again when the limit allows it.
    if (refusal?.code === 'E110' && request.isQuery)
      setTimeout(() => this.#sendAnew(request), (refusal.retryAfter ?? 1) * 1000);
    else if (refusal !== undefined) request.resolve({ ok: false, refusal });
    else request.resolve({ ok: true, data: message.data });
    return true;
  }

  /** Refuses all requests. */
  refuseAll(refusal: RequestRefusal): void {
    for (const { resolve } of this.#requests.values()) resolve({ ok: false, refusal });
    this.#requests.clear();
  }

  #sendAnew(request: UnansweredRequest): void {
    this.#sendRequest({ ...request, frame: { ...request.frame, correlation_id: crypto.randomUUID() } });
  }

  #sendRequest(request: UnansweredRequest): void {
    this.#requests.set(request.frame.correlation_id, request);
    if (this.#send(JSON.stringify(request.frame))) request.isSent = true;
  }
}

const outcomeUnknown: RequestRefusal = {
  code: 'E131',
  message: 'The session was lost meanwhile: whether this was done is to be seen on the map',
  didYouMean: [],
  retryAfter: undefined,
};
