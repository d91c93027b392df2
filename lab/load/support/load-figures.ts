import { Latencies, type Latency } from './latencies.js';

/** The kinds of request that are told apart. */
const REQUEST_KINDS = ['state', 'action', 'end_turn'] as const;
/** A kind of request that is told apart. */
export type RequestKind = (typeof REQUEST_KINDS)[number];

interface Answered {
  /** When the request was due, was sent, and had its answer; of performance.now(). */
  readonly due: number;
  readonly sent: number;
  readonly now: number;
  readonly error: string | undefined;
}

/** Codes with which a game says no: an answer like others for who measures a server. */
const REFUSALS = ['E130', 'E131', 'E133'];

/** What the agents of a run have measured, from a moment on. */
export class LoadFigures {
  /** Turns in which there was less to do than the agent wanted. */
  nothingToDo = 0;
  /** How often an agent played on because its turn had not come. */
  turnsNotChanged = 0;
  reconnects = 0;
  readonly #from: number;
  readonly #fromDue = mapOfKinds();
  readonly #fromSent = mapOfKinds();
  readonly #errors = new Map<string, number>();
  readonly #refusals = new Map<string, number>();
  readonly #late = new Latencies();

  /** Requests that were due before `from` are left out. */
  constructor(from: number) {
    this.#from = from;
  }

  /** A request has its answer, or will never get one. */
  answered(kind: RequestKind, { due, sent, now, error }: Answered): void {
    if (due < this.#from) return;
    this.#fromDue.get(kind)?.record(now - due);
    this.#fromSent.get(kind)?.record(now - sent);
    this.#late.record(sent - due);
    if (error === undefined) return;
    const counts = REFUSALS.includes(error) ? this.#refusals : this.#errors;
    counts.set(error, (counts.get(error) ?? 0) + 1);
  }

  /** Times of each kind: since it was due, and since it was sent. */
  latencies(): Readonly<Record<RequestKind, { readonly due: Latency; readonly sent: Latency }>> {
    const of = (kind: RequestKind) => ({
      due: (this.#fromDue.get(kind) ?? new Latencies()).summary(),
      sent: (this.#fromSent.get(kind) ?? new Latencies()).summary(),
    });
    return { state: of('state'), action: of('action'), end_turn: of('end_turn') };
  }

  /** How much later than due the requests were sent. */
  get late(): Latency {
    return this.#late.summary();
  }

  /** Codes of answers that are no answers, and how often they came. */
  get errors(): Readonly<Record<string, number>> {
    return Object.fromEntries(this.#errors);
  }

  /** Codes with which the game refused an action. */
  get refusals(): Readonly<Record<string, number>> {
    return Object.fromEntries(this.#refusals);
  }
}

function mapOfKinds(): ReadonlyMap<RequestKind, Latencies> {
  return new Map(REQUEST_KINDS.map((kind) => [kind, new Latencies()]));
}
