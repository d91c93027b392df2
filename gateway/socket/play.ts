import { type Failure, failure } from '#shared/failure.js';
import type { Cancel } from '../clock.js';
import type { GameRequest } from '../input/agent-request.js';
import type { NumberedPush } from '../session/push-ring.js';
import type { Session, SessionOutlet } from '../session/session.js';
import type { AgentOutbox } from './agent-outbox.js';
import { type AgentServices, agentBounds } from './agent-services.js';
import { PushGate } from './push-gate.js';

/** Events a flat client does not know. */
const specOnlyPushes: ReadonlySet<string> = new Set(['event', 'status']);

export interface PlayOptions {
  readonly session: Session;
  /** The last push the agent has, if it said so or is new. */
  readonly lastSeq: number | undefined;
  readonly outlet: SessionOutlet;
  readonly outbox: AgentOutbox;
  readonly services: AgentServices;
}

/** A session speaking through one socket: its requests and, between their answers, its pushes. */
export class Play {
  readonly session: Session;
  readonly #options: PlayOptions;
  readonly #gate: PushGate<NumberedPush>;
  readonly #cancelSettle: Cancel;
  #speaksFlat = false;

  /** Begins with what the agent missed. */
  constructor(options: PlayOptions) {
    const { session, lastSeq, outbox, services } = options;
    this.session = session;
    this.#options = options;
    const gate = new PushGate<NumberedPush>((push) => this.#sendPush(push), agentBounds.heldPushes);
    this.#gate = gate;
    this.#cancelSettle = services.clock.after(services.timing.firstPush, () => gate.settle());
    for (const push of session.missed(lastSeq).pushes) gate.push(push);
    for (const answer of session.takeUndelivered()) outbox.text(answer);
  }

  /** No request is under way: a client that reads one frame may meet one of ours. */
  get isQuiet(): boolean {
    return this.#gate.underWay === 0;
  }

  end(): void {
    this.#cancelSettle();
  }

  push(push: NumberedPush): void {
    this.#gate.push(push);
  }

  /** Why no further request can be begun now. */
  refusal(): Failure | undefined {
    if (this.#options.services.isDraining()) return restarting();
    const isBehind = this.#options.outbox.bufferedBytes > agentBounds.bufferedBytesForRequests;
    if (this.#gate.underWay < agentBounds.requestsUnderWay && !isBehind) return undefined;
    const what = isBehind ? 'Answers of yours wait to be read' : 'Too many requests under way';
    return failure('E110', `${what} (E101)`, { details: { retry_after: 1 } });
  }

  async request(request: GameRequest): Promise<void> {
    const { session, outlet, outbox, services } = this.#options;
    // An action may look flat only because an offer was sent back as it is; a query tells for sure.
    if (request.type === 'state_query' && request.dialect === 'flat') this.#speaksFlat = true;
    const hasCorrelation = request.correlationId !== undefined;
    this.#gate.requestBegan(hasCorrelation);
    const answer = await services.underWay.run(() => services.relay.answer(session, request));
    if (answer !== undefined) {
      if (session.isAttachedTo(outlet)) outbox.text(answer);
      else session.deliverLate(answer);
    }
    this.#gate.requestAnswered(hasCorrelation);
  }

  #sendPush(push: NumberedPush): void {
    const { session, outbox } = this.#options;
    // What is left in the gate of a socket that is gone is missed, not sent.
    if (!session.isAttachedTo(this.#options.outlet)) return;
    session.sent(push.seq);
    if (this.#speaksFlat && specOnlyPushes.has(push.type)) return;
    outbox.text(push.text);
  }
}

export function restarting(): Failure {
  return failure('E123', 'The gateway is restarting', { details: { retry_after: 2 } });
}
