import type { GameRequestType, gameRequests } from '#shared/protocol/game-requests.js';
import type { BatchResult } from '#shared/protocol/state/action-result.js';
import type { AnswerByRequest } from '#shared/protocol/state/messages.js';
import { randomId } from './agent-connection.js';
import { NamedRequests, type RequestOptions } from './agent-requests.js';
import { AgentError, agentError, DeadlinePassed, GatewayLost, RateLimited } from './errors.js';
import type { SessionLink } from './session-link.js';
import type { Turns } from './turns.js';
import { Places } from './waiters.js';

/** The gateway refuses more than 64 requests in flight. */
const MAX_IN_FLIGHT = 32;
const REPEAT_MS = 1_000;

type Reads<T extends GameRequestType> = (typeof gameRequests)[T]['reads'] extends true ? T : never;

/** The requests that `gameRequests` says only read, without its schemas. */
const readingRequests: { readonly [T in GameRequestType as Reads<T>]: true } = {
  state_query: true,
  rules_query: true,
};

/** Requests that change nothing, so that they may be sent again in any session. */
const READING_REQUESTS: ReadonlySet<string> = new Set(Object.keys(readingRequests));
/** Codes of refusals that say: nothing was done, and it may work later. */
const passingCodes: ReadonlySet<string> = new Set(['E110', 'E122', 'E123']);

/** The name of a request, and the session in which it was sent under that name. */
interface Attempt {
  readonly correlationId: string;
  readonly sentIn: string | undefined;
}

/** Requests that outlive the connections of their session. */
export class LastingRequests extends NamedRequests {
  readonly #link: SessionLink;
  readonly #turns: Turns;
  readonly #patienceMs: number;
  readonly #places = new Places(MAX_IN_FLIGHT);
  /** Over a rate limit nothing is sent before this moment of performance.now(). */
  #notBefore = 0;

  /** `patienceMs`: for how long a refusal that may pass is met with another attempt. */
  constructor(link: SessionLink, turns: Turns, patienceMs: number) {
    super();
    this.#link = link;
    this.#turns = turns;
    this.#patienceMs = patienceMs;
  }

  /**
   * Sends a request and settles with `data` of its answer, however often the connection is lost meanwhile. What was refused
   * because of a rate limit, or because the game was away, is sent again. Rejects with the AgentError of its code, with
   * OutcomeUnknown when it is unknown whether it was carried out, and with what ended the seat.
   */
  request<T extends keyof AnswerByRequest>(
    type: T,
    data: object,
    { signal }: RequestOptions = {},
  ): Promise<AnswerByRequest[T]> {
    return this.#places.run(() => this.#untilDone(type, data, signal), signal);
  }

  /** Does up to 100 actions in order; one outcome each, `unknown` where the proxy was lost. An abort stops all running batches. */
  override async batch(
    actions: readonly object[],
    options: RequestOptions & { readonly stopOnError?: boolean } = {},
  ): Promise<BatchResult> {
    try {
      return await this.stoppable(() => super.batch(actions, options), options.signal);
    } catch (error) {
      if (!isOutcomeUnknown(error)) throw error;
      const { code, sentence: message, details } = error;
      const results = actions.map((_, index) => {
        return { index, success: false, error: { code, message, details } } as const;
      });
      return { type: 'action_batch_result', success: false, results };
    }
  }

  /** Tells the gateway to stop what runs when the signal aborts. */
  protected async stoppable<T>(work: () => Promise<T>, signal: AbortSignal | undefined): Promise<T> {
    try {
      return await work();
    } finally {
      if (signal?.aborted === true) void this.stop().catch(() => {});
    }
  }

  /** An action is for the turn that is under way when it is asked for, whenever it arrives: later it is E133. */
  protected override inTurn(action: object): object {
    return { turn: this.#turns.current?.turn, ...action };
  }

  /** In another session only questions are sent again: the gateway does not know the names of requests there. */
  async #untilDone<T extends keyof AnswerByRequest>(
    type: T,
    data: object,
    signal: AbortSignal | undefined,
  ): Promise<AnswerByRequest[T]> {
    const giveUpAt = performance.now() + this.#patienceMs;
    let attempt: Attempt = { correlationId: randomId(), sentIn: undefined };
    for (;;) {
      await this.#untilAllowed(signal);
      const { connection, seated } = await this.#link.seated(signal);
      const isInSession = attempt.sentIn === undefined || attempt.sentIn === seated.session_id;
      if (!isInSession && !READING_REQUESTS.has(type)) throw sessionLost();
      attempt = { ...attempt, sentIn: seated.session_id };
      try {
        const { correlationId } = attempt;
        const answer = await connection.request(type, data, { correlationId, signal });
        this.#noteTurn(type, answer);
        return answer;
      } catch (error) {
        if (error instanceof GatewayLost) continue;
        const wait = this.#repeatAfter(error, type);
        if (wait === undefined || performance.now() + wait > giveUpAt) throw error;
        await this.#link.pause(wait, signal);
        attempt = attemptAfter(error, attempt);
      }
    }
  }

  /** Milliseconds after which a refused request is sent again; undefined when it is not. */
  #repeatAfter(error: unknown, type: string): number | undefined {
    if (!(error instanceof AgentError) || error.isOutcomeUnknown) return undefined;
    const isLateRead = error instanceof DeadlinePassed && READING_REQUESTS.has(type);
    if (!isLateRead && !passingCodes.has(error.code)) return undefined;
    const wait = error.retryAfter === undefined ? REPEAT_MS : error.retryAfter * 1000;
    if (error instanceof RateLimited) this.#notBefore = Math.max(this.#notBefore, performance.now() + wait);
    return wait;
  }

  async #untilAllowed(signal: AbortSignal | undefined): Promise<void> {
    const wait = this.#notBefore - performance.now();
    if (wait > 0) await this.#link.pause(wait, signal);
  }

  #noteTurn(type: string, answer: object): void {
    if (type !== 'state_query' || !('data' in answer)) return;
    const { data } = answer;
    if (typeof data === 'object' && data !== null && 'turn' in data && typeof data.turn === 'number')
      this.#turns.onTurn(data.turn);
  }
}

/**
 * How a refused request is sent again. A limit refuses before it reads the correlation id, and the request may have been carried
 * out when it was sent before: it keeps its id. After any other refusal it gets a new one.
 */
function attemptAfter(refusal: unknown, attempt: Attempt): Attempt {
  if (refusal instanceof RateLimited) return attempt;
  return { correlationId: randomId(), sentIn: undefined };
}

/** Whether it is unknown whether the request was carried out. */
export function isOutcomeUnknown(error: unknown): error is AgentError {
  return error instanceof AgentError && error.isOutcomeUnknown;
}

function sessionLost(): AgentError {
  return agentError({
    code: 'E131',
    message: 'The session was lost before the verdict; ask for the state to see what happened',
    details: { outcome: 'unknown' },
  });
}
