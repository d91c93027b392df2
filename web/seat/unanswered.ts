import { type AgentMessage, type Answer, type Refusal, refusalIn } from './agent-message.js';

interface Request {
  readonly frame: Frame;
  /** Asks for something, and may be asked again. */
  readonly isQuestion: boolean;
  /** Whether it has gone out on any connection. */
  isSent: boolean;
  resolve(answer: Answer<AgentMessage['data']>): void;
}

/** A request as it is sent. */
export type Frame = Readonly<Record<string, unknown>> & { readonly correlation_id: string };

/** Requests that have no answer yet; they outlive the connections they were sent on. */
export class Unanswered {
  readonly #requests = new Map<string, Request>();
  readonly #send: (text: string) => boolean;

  /** `send` is false while nobody is connected. */
  constructor(send: (text: string) => boolean) {
    this.#send = send;
  }

  /** Sends it and settles with its answer. */
  add(frame: Frame, isQuestion: boolean): Promise<Answer<AgentMessage['data']>> {
    return new Promise((resolve) => this.#ask({ frame, isQuestion, isSent: false, resolve }));
  }

  /**
   * Sends all of them on another connection. In the same session the gateway does nothing twice that has the same
   * correlation_id; in another one it would, so that what was sent before is not: whether it was done, the state tells.
   */
  sendAgain(isSameSession: boolean): void {
    for (const [id, request] of [...this.#requests]) {
      if (isSameSession || request.isQuestion || !request.isSent) this.#ask(request);
      else {
        this.#requests.delete(id);
        request.resolve({ ok: false, refusal: unknown });
      }
    }
  }

  /** True when it was the answer to one of them. */
  take(message: AgentMessage): boolean {
    const id = message.correlation_id ?? '';
    const request = this.#requests.get(id);
    if (request === undefined) return false;
    this.#requests.delete(id);
    const refusal = message.type === 'error' ? refusalIn(message) : undefined;
    // Who asks too often is told when to ask again.
    if (refusal?.code === 'E110' && request.isQuestion)
      setTimeout(() => this.#askAnew(request), (refusal.retryAfter ?? 1) * 1000);
    else if (refusal !== undefined) request.resolve({ ok: false, refusal });
    else request.resolve({ ok: true, data: message.data });
    return true;
  }

  /** Nobody will answer any more. */
  refuse(refusal: Refusal): void {
    for (const { resolve } of this.#requests.values()) resolve({ ok: false, refusal });
    this.#requests.clear();
  }

  #askAnew(request: Request): void {
    this.#ask({ ...request, frame: { ...request.frame, correlation_id: crypto.randomUUID() } });
  }

  #ask(request: Request): void {
    this.#requests.set(request.frame.correlation_id, request);
    if (this.#send(JSON.stringify(request.frame))) request.isSent = true;
  }
}

const unknown: Refusal = {
  code: 'E131',
  message: 'The session was lost meanwhile: whether this was done is to be seen on the map',
  didYouMean: [],
  retryAfter: undefined,
};
